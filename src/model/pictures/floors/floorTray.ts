import type { Mark, Shape } from '../drawing.js';
import { fixed, stateShapes } from './floorSymbols.js';
import type { ShownFloor, ShownPoint } from './shownFloor.js';
import { fitted, textWidth } from '../textWidth.js';

/** Pixels on the screen. */
export const trayWidth = 190;
const rowHeight = 20;
const mostListed = 300;

/** Where a tray begins, in pixels of the drawing. */
export interface TrayPlace {
  readonly x: number;
  readonly y: number;
  /** How many points are side by side; one where the tray stands beside the plan. */
  readonly columns: number;
}

/** How high a tray is, in pixels on the screen. */
export const trayHeight = (waiting: readonly ShownPoint[], columns: number): number =>
  (Math.ceil(Math.min(waiting.length, mostListed) / columns) + 2) * rowHeight;

/** What has no place, or one that would make the others a dot. */
export function trayParts(
  waiting: readonly ShownPoint[],
  texts: ShownFloor['texts'],
  { x: left, y: top, columns, pixel }: TrayPlace & { readonly pixel: number },
): (Shape | Mark)[] {
  if (waiting.length === 0) return [];
  const line = { kind: 'text', x: left, size: 11 * pixel } as const;
  const listed = waiting.slice(0, mostListed);
  const rows = listed.map((point, index): Mark => {
    const x = left + (index % columns) * trayWidth * pixel;
    const y = top + (Math.floor(index / columns) + 1.2) * rowHeight * pixel;
    const own = { x: x - 4 * pixel, y, width: (trayWidth - 4) * pixel, height: rowHeight * pixel };
    const { place, isFarAway } = point;
    const where = isFarAway && place ? ` (${place.x}, ${place.y})` : '';
    const room = trayWidth - 30 - textWidth(where, 11);
    const symbol = { x: x + 6 * pixel, y: y + own.height / 2 };
    return {
      kind: 'mark',
      id: `point ${point.key} `,
      lane: undefined,
      box: own,
      label: point.texts.said,
      opens: point.isKnown ? { type: 'accessPoint', key: point.key } : undefined,
      shapes: [
        { kind: 'box', ...own, fill: 'ground', opacity: 0 },
        ...stateShapes(point.state, symbol, { radius: 5 * pixel, pixel, isEdited: point.isEdited }),
        {
          ...line,
          x: x + 20 * pixel,
          y: y + 14 * pixel,
          paint: 'text',
          text: `${fitted(point.texts.name, 11, Math.max(room, 40))}${where}`,
        },
      ],
    };
  });
  const more = waiting.length - listed.length;
  const end = top + (Math.ceil(listed.length / columns) + 1.8) * rowHeight * pixel;
  const edge =
    columns === 1
      ? `M${fixed(left - 12 * pixel)} ${fixed(top)}V${fixed(end)}`
      : `M${fixed(left)} ${fixed(top - 6 * pixel)}h${fixed(columns * trayWidth * pixel)}`;
  return [
    { kind: 'path', data: edge, stroke: 'line', strokeWidth: pixel },
    {
      ...line,
      y: top + 10 * pixel,
      paint: 'dim',
      isBold: true,
      text: fitted(withNumber(texts.tray, waiting.length), 11, trayWidth),
    },
    ...rows,
    ...(more > 0
      ? [
          {
            ...line,
            y: end,
            paint: 'dim' as const,
            text: fitted(withNumber(texts.more, more), 11, trayWidth),
          },
        ]
      : []),
  ];
}

const withNumber = (sentence: string, value: number): string =>
  sentence.replace('{0}', value.toLocaleString());
