import { escaped } from '../text/xmlText.js';
import {
  hatchings,
  type BoxShape,
  type Drawing,
  type Hatching,
  type Mark,
  type Paint,
  type PathShape,
  type Shape,
  type TextShape,
} from './drawing.js';
import { drawPicture, kindOf, partsOf } from './pictureKinds.js';
import type { ShownPicture } from './shownPicture.js';

/** The colour of each paint, in any form that CSS knows, and the font. */
export type Palette = Readonly<Record<Paint, string>> & { readonly font: string };

/** Colours on white, for paper and for readers without a theme. */
export const paperPalette: Palette = {
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
  font: 'system-ui, sans-serif',
};

/**
 * The text of an SVG picture, the same on the screen and in a file.
 * @param zoom pixels on the screen for one of the drawing
 */
export function writeSvg(drawing: Drawing, palette: Palette, zoom = 1): string {
  const { width, height, title, isTree = false, ground, parts } = drawing;
  const size = `width="${round(width * zoom)}" height="${round(height * zoom)}" viewBox="0 0 ${round(width)} ${round(height)}"`;
  const names = `role="${isTree ? 'tree' : 'group'}" aria-label="${escaped(title)}"`;
  const textOf = (part: Shape | Mark) =>
    part.kind === 'mark' ? markText(part, palette) : shapeText(part, palette);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" ${size} ${names} font-family="${escaped(palette.font)}">`,
    patternsOf([...(ground ?? []), ...parts], palette),
    `<rect width="${round(width)}" height="${round(height)}" fill="${escaped(palette.ground)}"/>`,
    ...(ground ? ['<g data-ground="">', ...ground.map(textOf), '</g>'] : []),
    ...parts.map(textOf),
    '</svg>',
  ].join('\n');
}

/** A mark can be found by its id, and is said by its label. */
function markText({ id, label, opens, isGroup = false, branch, shapes }: Mark, palette: Palette): string {
  const role = branch ? branchText(branch) : `role="${isGroup ? 'button' : opens ? 'link' : 'img'}"`;
  const names = `data-mark="${escaped(id)}" ${role} aria-label="${escaped(label)}"`;
  const content = shapes.map(shape => shapeText(shape, palette)).join('');
  return `<g ${names}><title>${escaped(label)}</title>${content}</g>`;
}

function branchText({ level, isOpen }: NonNullable<Mark['branch']>): string {
  const expanded = isOpen === undefined ? '' : ` aria-expanded="${isOpen}"`;
  return `role="treeitem" aria-level="${level}"${expanded}`;
}

function shapeText(shape: Shape, palette: Palette): string {
  switch (shape.kind) {
    case 'box':
      return boxText(shape, palette);
    case 'image': {
      const { x, y, width, height, href, opacity = 1 } = shape;
      const place = `x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}"`;
      return `<image ${place} href="${escaped(href)}" preserveAspectRatio="none" opacity="${opacity}"/>`;
    }
    case 'path':
      return `<path d="${shape.data}"${fillText(shape, palette)}${strokeText(shape, palette)}/>`;
    case 'disc': {
      const { x, y, radius } = shape;
      const place = `cx="${round(x)}" cy="${round(y)}" r="${round(radius)}"`;
      return `<circle ${place}${fillText(shape, palette)}${strokeText(shape, palette)}/>`;
    }
    case 'text':
      return lineText(shape, palette);
  }
}

function boxText(shape: BoxShape, palette: Palette): string {
  const { x, y, width, height, fill, opacity = 1, hatching } = shape;
  const place = `x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}"`;
  const paint = fill === undefined ? 'none' : hatching ? `url(#${patternId(fill, hatching)})` : palette[fill];
  const strength = opacity === 1 ? '' : ` fill-opacity="${opacity}"`;
  return `<rect ${place} fill="${escaped(paint)}"${strength}${strokeText(shape, palette)}/>`;
}

function fillText({ fill, opacity = 1 }: Pick<PathShape, 'fill' | 'opacity'>, palette: Palette): string {
  if (!fill) return ' fill="none"';
  const strength = opacity === 1 ? '' : ` fill-opacity="${opacity}"`;
  return ` fill="${escaped(palette[fill])}" fill-rule="evenodd"${strength}`;
}

function strokeText(
  shape: Pick<PathShape, 'stroke' | 'strokeWidth' | 'strokeOpacity' | 'isDashed'>,
  palette: Palette,
): string {
  const { stroke, strokeWidth = 1, strokeOpacity = 1, isDashed = false } = shape;
  if (!stroke) return '';
  const strength = strokeOpacity === 1 ? '' : ` stroke-opacity="${strokeOpacity}"`;
  const dashes = isDashed ? ' stroke-dasharray="4 3"' : '';
  return ` stroke="${escaped(palette[stroke])}" stroke-width="${round(strokeWidth)}"${strength}${dashes}`;
}

function lineText(
  { x, y, text, size, paint, anchor, isBold = false, halo, angle }: TextShape,
  palette: Palette,
): string {
  const side = anchor ? ` text-anchor="${anchor}"` : '';
  const turned = angle === undefined ? '' : ` transform="rotate(${angle} ${round(x)} ${round(y)})"`;
  const weight = isBold ? ' font-weight="600"' : '';
  const place = `x="${round(x)}" y="${round(y)}" font-size="${round(size)}"`;
  const around = halo
    ? ` paint-order="stroke" stroke="${escaped(palette[halo])}" stroke-width="${round(size / 3.5)}" stroke-linejoin="round"`
    : '';
  return `<text ${place} fill="${escaped(palette[paint])}"${side}${weight}${around}${turned}>${escaped(text)}</text>`;
}

const patternId = (paint: Paint, hatching: Hatching) => `${paint}-${hatching}`;

/** The hatchings that a drawing uses. */
function patternsOf(parts: Drawing['parts'], palette: Palette): string {
  const used = new Map<string, string>();
  for (const shape of parts.flatMap(part => (part.kind === 'mark' ? part.shapes : [part]))) {
    if (shape.kind !== 'box' || !shape.hatching || !shape.fill) continue;
    const id = patternId(shape.fill, shape.hatching);
    const color = escaped(palette[shape.fill]);
    used.set(
      id,
      `<pattern id="${id}" width="8" height="8" patternUnits="userSpaceOnUse">` +
        `<rect width="8" height="8" fill="${color}" fill-opacity="0.3"/>` +
        `<path d="${hatchings[shape.hatching]}" stroke="${color}" stroke-width="1.6" fill="none"/></pattern>`,
    );
  }
  return `<defs>${[...used.values()].join('')}</defs>`;
}

const round = (value: number): number => Math.round(value * 100) / 100;

const perPage = 4;

/** A page of its own for a browser, which prints four racks, or four panels, to a sheet of paper. */
export function printPage(picture: ShownPicture): string {
  const place = { ...kindOf(picture).paper, zoom: 1 };
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
