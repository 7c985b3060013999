import { colorVariables, darkColors, lightColors } from './reportColors.js';

/** So many columns of a table know how their numbers stand. */
export const mostAligned = 30;

/** Columns of numbers are named by the table and not by each cell, of which there are many. */
const numberColumns = Array.from(
  { length: mostAligned },
  (_, at) => `.n${at}>*>*>:nth-child(${at + 1})`,
).join();

/** The style of a report: light and dark as the reader has chosen, and on paper. */
export const reportStyle = `
:root{color-scheme:light;${colorVariables(lightColors)}}
@media screen and (prefers-color-scheme:dark){:root{color-scheme:dark;${colorVariables(darkColors)}}}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--text);font:15px/1.6 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
main{max-width:980px;margin:0 auto;padding:44px 24px 72px}
h1,h2,h3,h4,h5,h6{line-height:1.25;font-weight:650;letter-spacing:-.01em;margin:1.8em 0 .5em;overflow-wrap:anywhere}
h1{font-size:30px;margin-top:0}h2{font-size:21px}h3{font-size:17px}h4,h5,h6{font-size:15px}
p,ul,ol,pre,blockquote{margin:.7em 0}
a{color:var(--link)}
header{border-bottom:1px solid var(--line);padding-bottom:18px;margin-bottom:28px}
header ul{list-style:none;display:flex;flex-wrap:wrap;gap:2px 20px;margin:0;padding:0;color:var(--dim);font-size:13px}
.text{overflow-wrap:anywhere}
.text>:first-child{margin-top:0}
.text img{max-width:100%}
.text blockquote{border-left:3px solid var(--line);color:var(--dim);margin-left:0;padding-left:14px}
code,pre{font:13px/1.5 ui-monospace,SFMono-Regular,Consolas,monospace}
.text code{background:var(--line);border-radius:4px;padding:.1em .35em}
pre{background:var(--page);border:1px solid var(--line);border-radius:8px;padding:12px 14px;overflow:auto}
.text pre code{background:none;padding:0}
.answer{background:var(--ground);border:1px solid var(--line);border-radius:12px;margin:22px 0;padding:20px 22px 14px}
figure{margin:0}
figcaption>*{margin:0}
figcaption h2,figcaption h3,figcaption h4,figcaption h5,figcaption h6{font-size:17px}
.about,.answered{color:var(--dim);font-size:13px}
.answered{margin:10px 0 0}
.notes{color:var(--dim);font-size:13px;margin:10px 0;padding-left:18px}
.stale .notes>:first-child{color:var(--warning);font-weight:600}
.stale svg,.stale .rows{opacity:.72}
svg{display:block;height:auto;max-width:100%;margin:14px 0 6px}
.wide{overflow-x:auto}
.wide svg{min-width:620px}
.rows{overflow-x:auto;margin:12px 0 4px}
table{border-collapse:collapse;font-size:13px;font-variant-numeric:tabular-nums;line-height:1.45}
caption{text-align:left;color:var(--dim);padding:0 0 6px}
th,td{border-bottom:1px solid var(--line);padding:5px 14px 5px 0;text-align:left;vertical-align:top;white-space:pre-wrap;overflow-wrap:break-word;max-width:46ch}
th{font-weight:400}
thead th{border-bottom-width:2px;color:var(--dim);font-weight:600;vertical-align:bottom}
${numberColumns}{text-align:right}
td i,th i{color:var(--dim)}
summary{cursor:pointer;color:var(--link);font-size:13px;padding:4px 0;width:fit-content}
details{margin:2px 0 0}
figure details{display:inline-block;margin-right:22px;vertical-align:top;max-width:100%}
figure details[open]{display:block;margin-right:0}
details pre{margin:6px 0 10px;white-space:pre-wrap;overflow-wrap:anywhere}
@page{margin:14mm}
@media print{
body{background:#fff;font-size:10.5pt}
main{max-width:none;padding:0}
.answer{border:0;border-top:1px solid var(--line);border-radius:0;padding:12px 0 0;margin:16px 0}
h1,h2,h3,h4,h5,h6,figcaption,caption{break-after:avoid}
svg,pre,tr,.notes{break-inside:avoid}
.wide,.rows{overflow:visible}
.wide svg{min-width:0}
figure:has(svg){break-inside:avoid-page}
thead{display:table-header-group}
th,td{white-space:normal;overflow-wrap:anywhere;max-width:none}
details:not([open]){display:none}
summary{list-style:none;color:var(--dim)}
a{color:inherit}
}`;
