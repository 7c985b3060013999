import { escaped } from '../text/xmlText.js';
import { drawPicture, partsOf, type ShownPicture } from './shownPicture.js';
import { paperPalette, writeSvg } from './writeSvg.js';

const perPage = 4;
/** Pixels of a page on its side, for a drawing that is not zoomed. */
const sheet = { width: 1040, height: 700, zoom: 1 };
/** As wide as the widest racks are side by side: a second row of them would be half as large. */
const rackSheet = { ...sheet, width: 1200 };

/** A page of its own for a browser, which prints four racks, or four panels, to a sheet of paper. */
export function printPage(picture: ShownPicture): string {
  const place = picture.kind === 'racks' ? rackSheet : sheet;
  const pages = partsOf(picture, perPage).map(
    part => `<section>${writeSvg(drawPicture(part, place).drawing, paperPalette)}</section>`,
  );
  return `<!DOCTYPE html>
<html><head><meta charset="utf-8"><title>${escaped(picture.title)}</title>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
<style>
@page { size: A4 landscape; margin: 10mm; }
body { margin: 0; }
section { break-after: page; break-inside: avoid; }
section:last-child { break-after: auto; }
svg { display: block; margin: 0 auto; max-width: 100%; max-height: 188mm; height: auto; }
@media screen { section { margin: 16px auto; } svg { max-height: none; } }
</style></head>
<body>
${pages.join('\n')}
</body></html>
`;
}
