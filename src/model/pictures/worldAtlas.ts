import world from './world.json';

/** Steps of the coordinates in `world.json` per degree; written by `tools/worldMap.ts`. */
const stepsPerDegree = 4;

/** A country on the map: its outer rings in degrees; a single point where it is too small to be seen. */
export interface Outline {
  /** ISO 3166 alpha-2. */
  readonly code: string;
  readonly rings: readonly (readonly (readonly [longitude: number, latitude: number])[])[];
}

/** The countries of the world (Natural Earth, public domain), as exact as a chart needs them. */
export const worldOutlines = (): Outline[] => decodedOutlines(world, stepsPerDegree);

/** Outlines as `tools/worldMap.ts` has written them. */
export const decodedOutlines = (encoded: Readonly<Record<string, string>>, steps: number): Outline[] =>
  Object.entries(encoded).map(([code, text]) => ({
    code,
    rings: text.split(' ').map(ring => decodeRing(ring, steps)),
  }));

/** Google's encoded polylines: differences in whole steps, five bits at a time. */
function decodeRing(text: string, steps: number): [number, number][] {
  const numbers: number[] = [];
  let [value, shift] = [0, 0];
  for (const character of text) {
    const bits = character.charCodeAt(0) - 63;
    value |= (bits & 0x1f) << shift;
    shift += 5;
    if (bits & 0x20) continue;
    numbers.push(value & 1 ? ~(value >> 1) : value >> 1);
    [value, shift] = [0, 0];
  }
  const ring: [number, number][] = [];
  let [x, y] = [0, 0];
  for (let at = 0; at < numbers.length; at += 2) {
    x += numbers[at] ?? 0;
    y += numbers[at + 1] ?? 0;
    ring.push([x / steps, y / steps]);
  }
  return ring;
}
