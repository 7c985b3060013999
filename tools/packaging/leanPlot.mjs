import { readFile } from 'node:fs/promises';
import { transform } from 'esbuild';

const pure = '/* @__PURE__ */ $&';
/**
 * What uPlot can do and no chart of ours asks for, which a bundler cannot know: what it gives as its properties, times and their
 * names at an axis, its legend, and series with times of their own. Behind each stands what it comes to then.
 */
const unused = [
  [/uPlot\.(join|fmtDate|tzDate) +?= \1;/g, ''],
  [/\(paths\.(stepped|spline) +?= \w+\);/g, ''],
  [/let isTime = [^;]+;/g, ''],
  [/\bisTime\b/g, 'false'],
  [/const \[ time.+ = genTimeStuffs\(.+\);/g, ''],
  [/(months|days)\.map\(slice3\)/g, pure],
  [/const _(tzDate|fmtDate|time(AxisSplits|AxisVals|SeriesVal)) +?= .+;/g, ''],
  [/const showLegend = legend\.show;/g, ''],
  [/\bshowLegend\b/g, 'false'],
  [/\bmode == 1\b/g, 'true'],
  [/\bmode == 2\b/g, 'false'],
];

/** Rules of its style sheet for a title and a legend, in whose place charts have their own, and for its fonts. */
const unusedRules = /[^{}]*\.u-(?:title|legend|inline|series)\b[^{}]*\{[^}]*\}|font-family:[^;]*;/g;

/** For esbuild: uPlot without what is unused, which is a fifth of it and half of its style sheet. */
export const leanPlot = {
  name: 'lean-plot',
  setup: build => {
    build.onLoad({ filter: /uPlot\.min\.css$/ }, async ({ path }) => {
      const rules = (await readFile(path, 'utf8')).replace(unusedRules, '');
      const { code } = await transform(rules, { loader: 'css', minify: true });
      return { contents: code, loader: 'text' };
    });
    build.onLoad({ filter: /uPlot\.esm\.js$/ }, async ({ path }) => {
      let contents = await readFile(path, 'utf8');
      for (const [given, instead] of unused) {
        if (contents.search(given) < 0) throw new Error(`${path} has nothing like ${given} any more`);
        contents = contents.replace(given, instead);
      }
      return { contents };
    });
  },
};
