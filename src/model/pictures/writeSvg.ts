import { escaped } from '../text/xmlText.js';
import {
  hatchings,
  hatchingSide,
  type Box,
  type BoxShape,
  type DiscShape,
  type Drawing,
  type Mark,
  type Paint,
  type PathShape,
  type Shape,
  type TextShape,
} from './drawing.js';

/** What a drawing is written with. @template P the names of what it is painted with */
export interface Palette<P extends string = Paint> {
  readonly font: string;
  /** The colour of a paint, in any form that CSS knows. */
  readonly colorOf: (paint: P | 'ground') => string;
  /** How strong the colour is below the strokes of a hatching, from 0 to 1, and how wide these are. */
  readonly hatched: { readonly tint: number; readonly strokeWidth: number };
  /** Tells what is defined in this picture from what is in others of the same document. */
  readonly scope?: string;
}

/** How hatchings are drawn in pictures. */
export const pictureHatched = { tint: 0.3, strokeWidth: 1.6 };

/** A palette, and what was defined with it so far, by its id. */
interface Ink<P extends string> extends Palette<P> {
  readonly defined: Map<string, string>;
}

/**
 * The text of an SVG picture, the same on the screen and in a file.
 * @param zoom pixels on the screen for one of the drawing
 */
export function writeSvg<P extends string>(drawing: Drawing<P>, palette: Palette<P>, zoom = 1): string {
  const { width, above = 0, title, isTree = false, ground, parts } = drawing;
  const height = drawing.height + above;
  const ink = { ...palette, defined: new Map<string, string>() };
  const textOf = (part: Shape<P> | Mark<P>) =>
    part.kind === 'mark' ? markText(part, ink) : shapeText(part, ink);
  const isGroup = [...(ground ?? []), ...parts].some(part => part.kind === 'mark');
  const shapes = [
    ...(ground ? ['<g data-ground="">', ...ground.map(textOf), '</g>'] : []),
    ...parts.map(textOf),
  ];
  const attributes = {
    xmlns: 'http://www.w3.org/2000/svg',
    width: width * zoom,
    height: height * zoom,
    viewBox: `0 ${round(0 - above)} ${round(width)} ${round(height)}`,
    role: isTree ? 'tree' : isGroup ? 'group' : 'img',
    'aria-label': title,
    'font-family': palette.font,
  };
  const content = [
    tag('defs', {}, [...ink.defined.values()].join('')),
    tag('rect', { y: above > 0 && -above, width, height, fill: palette.colorOf('ground') }),
    ...shapes,
  ];
  return tag('svg', attributes, `\n${content.join('\n')}\n`);
}

type Attributes = Readonly<Record<string, string | number | false | undefined>>;

/** An element; what is undefined or false is left out, and numbers are as exact as one sees. */
export function tag(name: string, attributes: Attributes, content?: string): string {
  let text = `<${name}`;
  for (const key in attributes) {
    const value = attributes[key] ?? false;
    if (value !== false) text += ` ${key}="${typeof value === 'number' ? round(value) : escaped(value)}"`;
  }
  return content === undefined ? `${text}/>` : `${text}>${content}</${name}>`;
}

const round = (value: number): number => Math.round(value * 100) / 100;

/** A mark can be found by its id, and is said by its label. */
function markText<P extends string>(
  { id, label, opens, isGroup = false, branch, shapes }: Mark<P>,
  ink: Ink<P>,
): string {
  const attributes = {
    'data-mark': id,
    role: branch ? 'treeitem' : isGroup ? 'button' : opens ? 'link' : 'img',
    'aria-level': branch?.level,
    'aria-expanded': branch?.isOpen?.toString(),
    'aria-label': label,
  };
  const said = label === undefined ? '' : tag('title', {}, escaped(label));
  return tag('g', attributes, said + shapes.map(shape => shapeText(shape, ink)).join(''));
}

function shapeText<P extends string>(shape: Shape<P>, ink: Ink<P>): string {
  switch (shape.kind) {
    case 'box':
      return tag('rect', { ...placeOf(shape), ...paintOf(shape, ink) });
    case 'image': {
      const { href, opacity = 1 } = shape;
      return tag('image', { ...placeOf(shape), href, preserveAspectRatio: 'none', opacity: `${opacity}` });
    }
    case 'path':
      return tag('path', { d: shape.data, ...paintOf(shape, ink) });
    case 'disc':
      return tag('circle', { cx: shape.x, cy: shape.y, r: shape.radius, ...paintOf(shape, ink) });
    case 'text':
      return lineText(shape, ink);
  }
}

const placeOf = ({ x, y, width, height }: Box): Attributes => ({ x, y, width, height });

function paintOf<P extends string>(
  shape: BoxShape<P> | PathShape<P> | DiscShape<P>,
  ink: Ink<P>,
): Attributes {
  const { fill, opacity, stroke, strokeWidth = 1, strokeOpacity, dash } = shape;
  return {
    fill: fillOf(shape, ink),
    // Lines that cross each other enclose what is on one side of them.
    'fill-rule': fill !== undefined && shape.kind !== 'box' && 'evenodd',
    'fill-opacity': opacity?.toString(),
    ...(stroke !== undefined && {
      stroke: ink.colorOf(stroke),
      'stroke-width': strokeWidth,
      'stroke-opacity': strokeOpacity?.toString(),
      'stroke-dasharray': dash?.join(' ') || false,
    }),
  };
}

/** A colour, or the name of the hatching that is defined for it. */
function fillOf<P extends string>(
  { fill, hatching }: BoxShape<P> | PathShape<P> | DiscShape<P>,
  { colorOf, hatched, scope = '', defined }: Ink<P>,
): string {
  if (fill === undefined) return 'none';
  const color = colorOf(fill);
  if (!hatching) return color;
  const id = `${scope}${fill}-${hatching}`;
  const square = { width: hatchingSide, height: hatchingSide };
  const ground = tag('rect', { ...square, fill: color, 'fill-opacity': hatched.tint });
  const strokes = {
    d: hatchings[hatching],
    stroke: color,
    'stroke-width': hatched.strokeWidth,
    fill: 'none',
  };
  const pattern = { id, ...square, patternUnits: 'userSpaceOnUse' };
  defined.set(id, tag('pattern', pattern, ground + tag('path', strokes)));
  return `url(#${id})`;
}

function lineText<P extends string>(shape: TextShape<P>, { colorOf }: Ink<P>): string {
  const { x, y, text, size, paint, anchor, isBold = false, isItalic = false, halo, angle } = shape;
  const attributes = {
    x,
    y,
    'font-size': size,
    fill: colorOf(paint),
    'text-anchor': anchor,
    'font-weight': isBold && '600',
    'font-style': isItalic && 'italic',
    ...(halo !== undefined && {
      'paint-order': 'stroke',
      stroke: colorOf(halo),
      'stroke-width': size / 3.5,
      'stroke-linejoin': 'round',
    }),
    transform: angle !== undefined && `rotate(${angle} ${round(x)} ${round(y)})`,
  };
  return tag('text', attributes, escaped(text));
}
