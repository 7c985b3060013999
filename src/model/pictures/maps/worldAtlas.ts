import world from './world.json';

/** Steps of the coordinates in `world.json` per degree; written by `tools/worldMap.ts`. */
const stepsPerDegree = 4;

/** A country on the map. */
export interface Outline<Point = readonly [longitude: number, latitude: number]> {
  /** ISO 3166 alpha-2. */
  readonly code: string;
  /** Its outer rings; a single point where it is too small to be seen. */
  readonly rings: readonly (readonly Point[])[];
}

/** The countries of the world in degrees (Natural Earth, public domain), as exact as a chart needs them. */
export const worldOutlines = (): Outline[] =>
  decodedOutlines(world, (x, y) => [x / stepsPerDegree, y / stepsPerDegree]);

/** Outlines as `tools/worldMap.ts` has written them. @param pointOf makes a point of steps to the east and north */
export const decodedOutlines = <Point>(
  encoded: Readonly<Record<string, string>>,
  pointOf: (x: number, y: number) => Point,
): Outline<Point>[] =>
  Object.entries(encoded).map(([code, text]) => ({
    code,
    rings: text.split(' ').map(ring => decodeRing(ring, pointOf)),
  }));

/** Google's encoded polylines: differences in whole steps, five bits at a time. */
function decodeRing<Point>(text: string, pointOf: (x: number, y: number) => Point): Point[] {
  const ring: Point[] = [];
  let value = 0;
  let shift = 0;
  let x = 0;
  let y = 0;
  let isEast = true;
  for (let at = 0; at < text.length; at += 1) {
    const bits = text.charCodeAt(at) - 63;
    value |= (bits & 0x1f) << shift;
    shift += 5;
    if (bits & 0x20) continue;
    const step = value & 1 ? ~(value >> 1) : value >> 1;
    value = 0;
    shift = 0;
    if (isEast) x += step;
    else y += step;
    if (!isEast) ring.push(pointOf(x, y));
    isEast = !isEast;
  }
  return ring;
}
