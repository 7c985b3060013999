import coasts from './coasts.json';
import type { Box } from '../drawing.js';
import { boundsOf } from '../labelPlaces.js';
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
  const pointOf = pointsInSteps();
  return decodedOutlines(coasts, pointOf).map(({ code, rings }) => ({
    name: names.of(code) ?? code,
    rings: rings.map(points => ({ points, bounds: boundsOf(points) })),
  }));
}

/** Where steps to the east and north are on the map; of the few latitudes that there are each is reckoned once. */
function pointsInSteps(): (x: number, y: number) => WorldPoint {
  const known = new Map<number, number>();
  return (x, y) => {
    const down = known.get(y) ?? toWorld(0, y / stepsPerDegree).y;
    known.set(y, down);
    return { x: x / stepsPerDegree / 360 + 0.5, y: down };
  };
}
