import type { Box, Shape } from '../drawing.js';
import { fixed, stateShapes } from '../floors/floorSymbols.js';
import { landShapes } from './mapLand.js';
import { nodeShapes } from './mapSymbols.js';
import { withWords } from '../../text/withWords.js';
import { coastStrength, metresPerPixel, planeOf, toWindow, type MapPlane } from './mapPlane.js';
import { roundStep } from '../roundStep.js';
import type { ShownMap } from './shownMap.js';
import { boldness, fitted, textWidth } from '../textWidth.js';
import type { Country } from './worldLand.js';

const margin = 18;
const size = 11;

interface LegendPlace {
  readonly title: string;
  readonly plane: MapPlane;
  readonly land: readonly Country[];
}

/** What a map shows and what its symbols mean, a scale, and where on earth one is; and where one sees no map for it. */
export function mapLegend(
  map: ShownMap,
  { title, plane, land }: LegendPlace,
): { shapes: Shape[]; covered: Box[] } {
  const here = whereabouts(plane, land);
  const room = plane.width - 2 * margin - (here.length > 0 ? inset.width + 10 : 0);
  const { texts, points, total } = map;
  const summary =
    points.length === total
      ? texts.summary
      : withWords(texts.filtered, points.length.toLocaleString(), total.toLocaleString());
  const entries = symbolEntries(map, room);
  // Where there is nothing it is said right below the title.
  const lowest = entries.shapes.length > 0 ? 80 : 39;
  const lines = [
    { text: fitted(title, 13, room), size: 13, paint: 'text', isBold: true, y: 22 },
    { text: fitted(summary, size, room), size, paint: 'dim', y: 39 },
    { text: fitted(texts.placeless, size, room), size, paint: 'dim', y: lowest },
  ] as const;
  const widths = lines.map(line => textWidth(line.text, line.size) * ('isBold' in line ? boldness : 1));
  const plate = {
    x: margin - 8,
    y: 6,
    height: lowest + (texts.placeless ? 2 : -18),
    width: Math.min(Math.max(...widths, entries.width) + 16, room + 16),
  };
  const shapes: Shape[] = [
    { kind: 'box', ...plate, fill: 'ground', opacity: 0.88, stroke: 'line' },
    ...lines.filter(({ text }) => text !== '').map(line => ({ kind: 'text' as const, x: margin, ...line })),
    ...entries.shapes,
    ...scaleBar(map, plane),
    ...here,
  ];
  return { shapes, covered: [plate, ...(here.length > 0 ? [insetBox(plane)] : [])] };
}

/** The symbols that there are, with how many nodes have them; what is wrong comes first. */
function symbolEntries(
  { points, texts }: ShownMap,
  room: number,
): { readonly shapes: Shape[]; readonly width: number } {
  const counts = { up: 0, down: 0, unknown: 0 };
  const kinds = { domain: 0, sensor: 0 };
  for (const point of points) {
    counts.up += point.counts.up;
    counts.down += point.counts.down;
    counts.unknown += point.counts.unknown;
    if (point.kind !== 'accessPoint') kinds[point.kind] += 1;
  }
  const none = { counts: { up: 0, down: 0, unknown: 0 }, below: { total: 0, down: 0 }, isEdited: false };
  const at = { x: 0, y: 55 };
  const entries = [
    ...(['down', 'unknown', 'up'] as const).map(state => ({
      count: counts[state],
      words: texts.states[state],
      symbol: (x: number) => stateShapes(state, { ...at, x }, { radius: 5, pixel: 1 }),
    })),
    ...(['domain', 'sensor'] as const).map(kind => ({
      count: kinds[kind],
      words: texts.kinds[kind],
      symbol: (x: number) => nodeShapes({ ...none, kind }, { ...at, x }),
    })),
  ];
  const shapes: Shape[] = [];
  let x = margin + 7;
  for (const { count, words, symbol } of entries) {
    const text = `${words} ${count.toLocaleString()}`;
    const end = x + 12 + textWidth(text, size);
    if (count === 0 || end > margin + room) continue;
    shapes.push(...symbol(x), { kind: 'text', x: x + 12, y: 59, size, paint: 'text', text });
    x = end + 18;
  }
  return { shapes, width: x - 18 - margin };
}

/** A round length, true in the middle of the window: elsewhere a map of the world is larger or smaller. */
function scaleBar({ texts }: ShownMap, plane: MapPlane): Shape[] {
  const pixel = metresPerPixel(plane);
  const metres = roundStep((130 * pixel) / 2.5);
  const width = metres / pixel;
  const x = margin;
  const y = plane.height - 26;
  const tick = 4;
  const data = `M${fixed(x)} ${fixed(y - tick)}v${2 * tick}m0 ${-tick}h${fixed(width)}m0 ${-tick}v${2 * tick}`;
  const length =
    metres < 1000
      ? withWords(texts.metres, metres.toLocaleString())
      : withWords(texts.kilometres, (metres / 1000).toLocaleString());
  const text = coastStrength(plane) < 1 ? `${length} · ${texts.coarse}` : length;
  return [
    { kind: 'path', data, stroke: 'ground', strokeWidth: 4 },
    { kind: 'path', data, stroke: 'text', strokeWidth: 1.5 },
    { kind: 'text', x: x + width + 8, y: y + 4, size: 10.5, paint: 'text', halo: 'ground', text },
  ];
}

const inset = { width: 132, height: 84 };
/** Where what is fitted into the window leaves room for the legend, too. */
const insetBox = ({ width }: MapPlane): Box => ({ ...inset, x: width - inset.width - 10, y: 6 });
/** How much of the world may be seen before one is told where one is. */
const largePart = 0.2;

/** A small map of the world with what is looked at, where that is but a small part. */
function whereabouts(plane: MapPlane, land: readonly Country[]): Shape[] {
  const part = plane.width / plane.scale;
  if (part > largePart || plane.width < 4 * inset.width || plane.height < 4 * inset.height) return [];
  const frame = insetBox(plane);
  const world = planeOf({ x: 0.5, y: 0.42, span: inset.height / inset.width }, inset);
  const moved: MapPlane = { ...world, width: 2 * frame.x + inset.width, height: 2 * frame.y + inset.height };
  const at = toWindow(moved, plane.middle);
  const half = {
    width: Math.max((part * moved.scale) / 2, 2),
    height: Math.max(((plane.height / plane.scale) * moved.scale) / 2, 2),
  };
  const cross = `M${fixed(at.x)} ${fixed(frame.y)}v${inset.height}M${fixed(frame.x)} ${fixed(at.y)}h${inset.width}`;
  const here = {
    x: at.x - half.width,
    y: at.y - half.height,
    width: 2 * half.width,
    height: 2 * half.height,
  };
  return [
    { kind: 'box', ...frame, fill: 'ground' },
    ...landShapes(land, moved, frame).map(shape => ({
      ...shape,
      stroke: 'line' as const,
      strokeWidth: 0.25,
    })),
    { kind: 'path', data: cross, stroke: 'line', strokeWidth: 0.75 },
    { kind: 'box', ...here, stroke: 'alert', strokeWidth: 1.5 },
    { kind: 'box', ...frame, stroke: 'frame', strokeWidth: 1 },
  ];
}
