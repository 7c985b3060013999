import type { Shape } from './drawing.js';
import { discRadius, stateShapes, type SymbolSizes } from './floorSymbols.js';
import { roundStep } from './roundStep.js';
import type { ShownFloor } from './shownFloor.js';
import { fitted, textWidth } from './textWidth.js';

interface LegendPlace {
  readonly title: string;
  /** Where it ends, in pixels of the drawing. */
  readonly right: number;
  readonly pixel: number;
  readonly sizes: SymbolSizes;
}

const margin = 18;
const size = 11;

/** What a picture of a floor shows, and what its symbols mean: shape and colour the state, area the clients. */
export function floorLegend(floor: ShownFloor, { title, right, pixel, sizes }: LegendPlace): Shape[] {
  const { texts, points, total } = floor;
  const discs = discScale(floor, { right, pixel, sizes });
  const room = right / pixel - margin - (discs.length > 0 ? 150 : 0);
  const summary =
    points.length === total
      ? texts.summary
      : texts.filtered.replace('{0}', String(points.length)).replace('{1}', String(total));
  const line = { kind: 'text', x: margin * pixel } as const;
  const bold = { size: 13 * pixel, paint: 'text', isBold: true } as const;
  return [
    { ...line, ...bold, y: 22 * pixel, text: fitted(title, 13, room) },
    { ...line, y: 38 * pixel, size: size * pixel, paint: 'dim', text: fitted(summary, size, room) },
    ...stateEntries(floor, { pixel, room }),
    ...discs,
  ];
}

/** The states that there are, with how many points have them; what is wrong comes first. */
function stateEntries(
  { points, texts }: ShownFloor,
  { pixel, room }: { pixel: number; room: number },
): Shape[] {
  let x = margin + 6;
  return (['down', 'unknown', 'up'] as const).flatMap((state): Shape[] => {
    const count = points.filter(point => point.state === state).length;
    if (count === 0) return [];
    const text = `${texts.states[state]} ${count.toLocaleString()}`;
    const at = x;
    x += 12 + textWidth(text, size) + 18;
    if (x - 18 > margin + room) return [];
    return [
      ...stateShapes(state, { x: at * pixel, y: 54 * pixel }, { radius: 5 * pixel, pixel }),
      {
        ...{ kind: 'text', x: (at + 12) * pixel, y: 58 * pixel, size: size * pixel, paint: 'text' },
        text,
      },
    ];
  });
}

const legendSize = 10.5;

/** Discs of round numbers of clients within each other, as on maps. */
function discScale({ texts }: ShownFloor, { right, pixel, sizes }: Omit<LegendPlace, 'title'>): Shape[] {
  const { mostClients, largestDisc } = sizes;
  if (mostClients === 0) return [];
  const large = roundStep(mostClients / 2.5);
  const numbers = large >= 4 ? [large, Math.round(large / 4)] : [large];
  const words = numbers.map((clients, index) => {
    const number = clients.toLocaleString(undefined, { notation: 'compact' });
    return index === 0 ? texts.clients.replace('{0}', number) : number;
  });
  const left = right / pixel - Math.max(...words.map(text => textWidth(text, legendSize)));
  const bottom = 60;
  return numbers.flatMap((clients, index): Shape[] => {
    const radius = discRadius(clients, sizes);
    // The two numbers never touch, however small the discs are.
    const y = index === 0 ? Math.min(bottom - 2 * radius + 7, bottom - 14) : bottom;
    const middle = { x: (left - 8 - largestDisc) * pixel, y: (bottom - radius) * pixel };
    return [
      {
        ...{ kind: 'disc', ...middle, radius: radius * pixel, fill: 'series0', opacity: 0.2 },
        ...{ stroke: 'series0', strokeWidth: 0.75 * pixel },
      },
      {
        ...{ kind: 'text', x: left * pixel, y: y * pixel, size: legendSize * pixel, paint: 'dim' },
        text: words[index] ?? '',
      },
    ];
  });
}
