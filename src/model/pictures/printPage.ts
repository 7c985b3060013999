import { escaped } from '../text/xmlText.js';
import type { Paint } from './drawing.js';
import { partsOf, type PictureKind } from './pictureKind.js';
import type { KindTypes } from './shownPicture.js';
import { pictureHatched, writeSvg, type Palette } from './writeSvg.js';

const paperColors: Readonly<Record<Paint, string>> = {
  ground: '#ffffff',
  raised: '#f3f3f3',
  text: '#1f1f1f',
  dim: '#5f5f5f',
  line: '#dddddd',
  frame: '#6a6a6a',
  alert: '#c4261d',
  series0: '#1a6dc2',
  series1: '#a55a00',
  series2: '#2e7d32',
  series3: '#7a3e9d',
  series4: '#00788a',
  series5: '#8a6d00',
};

/** Colours on white, for paper and for readers without a theme. */
export const paperPalette: Palette = {
  font: 'system-ui, sans-serif',
  colorOf: paint => paperColors[paint],
  hatched: pictureHatched,
};

const perPage = 4;

/** A page of its own for a browser, which prints four racks, or four panels, to a sheet of paper. */
export function printPage<K extends KindTypes>(kind: PictureKind<K>, picture: K['picture']): string {
  const place = { width: kind.paperWidth ?? 1040, height: 700, zoom: 1 };
  const pages = partsOf(kind, picture, perPage).map(
    part => `<section>${writeSvg(kind.draw(part, place).drawing, paperPalette)}</section>`,
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
