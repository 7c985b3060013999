import coasts from './coasts.json';
import type { Box } from './drawing.js';
import { toWorld, type WorldPoint } from './mapPlane.js';
import { decodedOutlines } from './worldAtlas.js';

/** Steps of the coordinates in `coasts.json` per degree; written by `tools/worldMap.ts`. */
const stepsPerDegree = 25;

/** A closed line on the map of the world. */
export interface LandRing {
  readonly points: readonly WorldPoint[];
  readonly bounds: Box;
}

/** A country on the map of the world. */
export interface Country {
  readonly name: string;
  /** The largest one first. */
  readonly rings: readonly LandRing[];
}

/** The countries of the world, as exact as a map needs that one zooms. It takes milliseconds: whoever draws often keeps it. */
export function worldLand(): readonly Country[] {
  const names = new Intl.DisplayNames(undefined, { type: 'region' });
  return decodedOutlines(coasts, stepsPerDegree).map(({ code, rings }) => ({
    name: names.of(code) ?? code,
    rings: rings.map(ring => {
      const points = ring.map(([longitude, latitude]) => toWorld(longitude, latitude));
      return { points, bounds: boundsOf(points) };
    }),
  }));
}

/** The smallest box around some points. */
export function boundsOf(points: readonly WorldPoint[]): Box {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { x, y } of points) {
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  return { x: left, y: top, width: right - left, height: bottom - top };
}
