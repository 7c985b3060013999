import type { Shape } from '../drawing.js';
import { clientDisc, discRadius, stateShapes, type SymbolSizes } from './floorSymbols.js';
import { roundStep } from '../roundStep.js';
import type { ShownFloor } from './shownFloor.js';
import { fitted, textWidth } from '../textWidth.js';

interface LegendPlace {
  readonly title: string;
  /** Where it ends, in pixels of the drawing. */
  readonly right: number;
  readonly pixel: number;
  readonly sizes: SymbolSizes;
  /** Whether the states stand behind the summary. */
  readonly isShort: boolean;
}

const margin = 18;
const size = 11;

/** What a picture of a floor shows, and what its symbols mean: shape and colour the state, area the clients. */
export function floorLegend(floor: ShownFloor, place: LegendPlace): Shape[] {
  const { title, right, pixel, isShort } = place;
  const discs = discScale(floor, place);
  const room = right / pixel - margin - (discs.length > 0 ? discRoom : 0);
  const summary = summaryOf(floor);
  const line = { kind: 'text', x: margin * pixel } as const;
  const bold = { size: 13 * pixel, paint: 'text', isBold: true } as const;
  return [
    { ...line, ...bold, y: 22 * pixel, text: fitted(title, 13, room) },
    { ...line, y: 38 * pixel, size: size * pixel, paint: 'dim', text: fitted(summary, size, room) },
    ...stateEntries(floor, {
      pixel,
      right: margin + room,
      ...(isShort
        ? { left: margin + textWidth(summary, size) + behindSummary, y: 38 }
        : { left: margin + 6, y: 58 }),
    }),
    ...discs,
  ];
}

/** Whether the states have room behind the summary, in so many pixels of the screen. */
export function isOneLine(floor: ShownFloor, room: number): boolean {
  const { layer, points } = floor;
  const hasDiscs =
    layer.kind === 'clients' || (layer.kind === 'none' && points.some(({ clients = 0 }) => clients > 0));
  const states = statesOf(floor).reduce((sum, { width }) => sum + width, -stateGap);
  return textWidth(summaryOf(floor), size) + behindSummary + states + (hasDiscs ? discRoom : 0) <= room;
}

const behindSummary = 22;
const stateGap = 18;
const discRoom = 150;

const summaryOf = ({ texts, points, total }: ShownFloor): string =>
  points.length === total
    ? texts.summary
    : texts.filtered.replace('{0}', String(points.length)).replace('{1}', String(total));

/** The states that there are, with how many points have them; what is wrong comes first. */
const statesOf = ({ points, texts }: ShownFloor) =>
  (['down', 'unknown', 'up'] as const).flatMap(state => {
    const count = points.filter(point => point.state === state).length;
    const text = `${texts.states[state]} ${count.toLocaleString()}`;
    return count === 0 ? [] : [{ state, text, width: 12 + textWidth(text, size) + stateGap }];
  });

function stateEntries(
  floor: ShownFloor,
  { pixel, left, right, y }: { pixel: number; left: number; right: number; y: number },
): Shape[] {
  let x = left;
  return statesOf(floor).flatMap(({ state, text, width }): Shape[] => {
    const at = x;
    x += width;
    if (x - stateGap > right) return [];
    return [
      ...stateShapes(state, { x: at * pixel, y: (y - 4) * pixel }, { radius: 5 * pixel, pixel }),
      {
        kind: 'text',
        x: (at + 12) * pixel,
        y: y * pixel,
        size: size * pixel,
        paint: 'text',
        text,
      },
    ];
  });
}

const legendSize = 10.5;

/** Discs of round numbers of clients within each other, as on maps. */
function discScale({ texts }: ShownFloor, { right, pixel, sizes, isShort }: LegendPlace): Shape[] {
  const { mostClients, largestDisc } = sizes;
  if (mostClients === 0) return [];
  const large = roundStep(mostClients / 2.5);
  const numbers = large >= 4 ? [large, Math.round(large / 4)] : [large];
  const words = numbers.map((clients, index) => {
    const number = clients.toLocaleString(undefined, { notation: 'compact' });
    return index === 0 ? texts.clients.replace('{0}', number) : number;
  });
  const left = right / pixel - Math.max(...words.map(text => textWidth(text, legendSize)));
  const bottom = isShort ? 48 : 60;
  return numbers.flatMap((clients, index): Shape[] => {
    const radius = discRadius(clients, sizes);
    // The two numbers never touch, however small the discs are.
    const y = index === 0 ? Math.min(bottom - 2 * radius + 7, bottom - 14) : bottom;
    const middle = { x: (left - 8 - largestDisc) * pixel, y: (bottom - radius) * pixel };
    return [
      clientDisc(middle, radius, pixel),
      {
        kind: 'text',
        x: left * pixel,
        y: y * pixel,
        size: legendSize * pixel,
        paint: 'dim',
        text: words[index] ?? '',
      },
    ];
  });
}
