import type { Ring } from './encodeRing.js';

type Point = Ring[number];

/** The parts of a ring on both sides of the date line, each within -180 and 180 degrees. */
export function cutAtDateLine(ring: Ring): Ring[] {
  const whole = unwrapped(ring);
  return [-360, 0, 360]
    .map(shift => between(whole.map(([x, y]) => [x + shift, y] as const)))
    .filter(part => part.length > 2);
}

/** The same ring without leaps from one edge of the map to the other. */
function unwrapped(ring: Ring): Ring {
  let shift = 0;
  return ring.map(([x, y], index) => {
    const before = ring[index - 1]?.[0] ?? x;
    if (x - before > 180) shift -= 360;
    if (x - before < -180) shift += 360;
    return [x + shift, y] as const;
  });
}

/** The part of a ring on the map (Sutherland and Hodgman). */
const between = (ring: Ring): Ring => keep(keep(ring, { edge: -180, side: 1 }), { edge: 180, side: -1 });

function keep(ring: Ring, { edge, side }: { edge: number; side: 1 | -1 }): Ring {
  const isInside = ([x]: Point) => (x - edge) * side >= 0;
  return ring.flatMap((point, index): Point[] => {
    const before = ring.at(index - 1)!;
    const crossing = (): Point => {
      const share = (edge - before[0]) / (point[0] - before[0]);
      return [edge, before[1] + share * (point[1] - before[1])];
    };
    if (isInside(point)) return isInside(before) ? [point] : [crossing(), point];
    return isInside(before) ? [crossing()] : [];
  });
}
