import type { Box, Shape } from '../drawing.js';
import { boundsOf, isOverlapping, isWithin } from '../labelPlaces.js';
import { fixed } from '../floors/floorSymbols.js';
import {
  coastStrength,
  fromWindow,
  latitudeAt,
  longitudeAt,
  toWindow,
  toWorld,
  type MapPlane,
  type WorldPoint,
} from './mapPlane.js';
import { roundStep } from '../roundStep.js';
import type { Country, LandRing } from './worldLand.js';

/**
 * Countries as far as they are inside of a box, each a path; what lies about the date line is drawn at both ends. They fade
 * where one looks nearer than they are exact.
 */
export function landShapes(land: readonly Country[], plane: MapPlane, box: Box): Shape[] {
  const strength = coastStrength(plane);
  if (strength === 0) return [];
  const seen = worldBox(plane, box);
  const look = { fill: 'frame', opacity: fade(0.16 * strength), stroke: 'line', strokeWidth: 1 } as const;
  const faded = strength < 1 ? { ...look, strokeOpacity: fade(strength) } : look;
  return land.flatMap(({ rings }): Shape[] => {
    const data = rings.map(ring => ringPath(ring, plane, seen)).join('');
    return data === '' ? [] : [{ kind: 'path', data, ...faded }];
  });
}

/** The path of a country, exact to a tenth of a pixel: for a map of which one never sees so little that its numbers grow large. */
export const outlinePath = (rings: readonly (readonly WorldPoint[])[], plane: MapPlane): string =>
  rings.map(points => grainPath(points, plane, 0.1)).join('');

const fade = (strength: number): number => Math.round(strength * 1000) / 1000;

/** What is seen of the world in a box of the window. */
function worldBox(plane: MapPlane, box: Box): Box {
  return { ...fromWindow(plane, box), width: box.width / plane.scale, height: box.height / plane.scale };
}

/** A ring wherever it is seen: the world goes on to the east and to the west. */
const ringPath = ({ points, bounds }: LandRing, plane: MapPlane, seen: Box): string =>
  [-1, 0, 1]
    .map(turns => {
      const there = { ...seen, x: seen.x - turns };
      if (!isOverlapping(bounds, there)) return '';
      const { x, y } = plane.middle;
      const turned = { ...plane, middle: { x: x - turns, y } };
      return grainPath(isWithin(bounds, there) ? points : clipped(points, there), turned, 1);
    })
    .join('');

/**
 * A polygon of the world from grain to grain, so that far away there is no more of a coast than one sees, and that of two
 * neighbours is the same line. Empty for one that is no larger than a dot.
 * @param grain pixels that the points are rounded to
 */
function grainPath(
  polygon: readonly WorldPoint[],
  { middle, scale, width, height }: MapPlane,
  grain: 1 | 0.1,
): string {
  const perPixel = grain === 1 ? 1 : 10;
  const left = width / 2 - middle.x * scale;
  const top = height / 2 - middle.y * scale;
  let x = NaN;
  let y = NaN;
  let data = '';
  let count = 0;
  for (const point of polygon) {
    const right = Math.round((left + point.x * scale) * perPixel);
    const down = Math.round((top + point.y * scale) * perPixel);
    if (right === x && down === y) continue;
    data +=
      count === 0
        ? `M${right / perPixel} ${down / perPixel}l`
        : `${(right - x) / perPixel} ${(down - y) / perPixel} `;
    x = right;
    y = down;
    count += 1;
  }
  return count < 3 ? '' : `${data.trimEnd()}Z`;
}

/** The part of a polygon that is inside of a box (Sutherland and Hodgman 1974): numbers of a path stay small at any zoom. */
export function clipped(polygon: readonly WorldPoint[], { x, y, width, height }: Box): readonly WorldPoint[] {
  const edges: readonly (readonly ['x' | 'y', sign: 1 | -1, at: number])[] = [
    ['x', 1, x],
    ['x', -1, x + width],
    ['y', 1, y],
    ['y', -1, y + height],
  ];
  return edges.reduce<readonly WorldPoint[]>((points, [axis, sign, at]) => {
    const depth = (point: WorldPoint) => sign * (point[axis] - at);
    if (points.every(point => depth(point) >= 0)) return points;
    const kept: WorldPoint[] = [];
    let before = points.at(-1)!;
    for (const point of points) {
      const here = depth(point);
      const there = depth(before);
      if (here >= 0 !== there >= 0) {
        const share = there / (there - here);
        kept.push({
          x: before.x + (point.x - before.x) * share,
          y: before.y + (point.y - before.y) * share,
        });
      }
      if (here >= 0) kept.push(point);
      before = point;
    }
    return kept;
  }, polygon);
}

const leastCountry = 25;

/** What is to be written on the map: in the middle of where it is seen. */
export interface CountryName {
  readonly at: WorldPoint;
  readonly name: string;
}

/** Names of countries as far as they fit into what is seen of them; not where one is all that is seen. */
export function countryNames(
  land: readonly Country[],
  plane: MapPlane,
  widthOf: (name: string) => number,
): CountryName[] {
  const window = worldBox(plane, { x: 0, y: 0, width: plane.width, height: plane.height });
  return land.flatMap(({ name, rings: [largest] }): CountryName[] => {
    if (!largest || !isOverlapping(largest.bounds, window)) return [];
    const isWhole = isWithin(largest.bounds, window);
    const seen = isWhole ? largest.points : clipped(largest.points, window);
    const bounds = isWhole ? largest.bounds : boundsOf(seen);
    const width = bounds.width * plane.scale;
    const height = bounds.height * plane.scale;
    const isAll = width > 0.95 * plane.width && height > 0.95 * plane.height;
    if (width < leastCountry || height < 20 || isAll || width <= widthOf(name) + 8) return [];
    const { area, at } = middleOf(seen);
    return area * plane.scale ** 2 > widthOf(name) * 26 ? [{ at: toWindow(plane, at), name }] : [];
  });
}

/** The area of a polygon, and its centre of gravity. */
function middleOf(polygon: readonly WorldPoint[]): { readonly area: number; readonly at: WorldPoint } {
  let doubled = 0;
  let x = 0;
  let y = 0;
  for (const [index, one] of polygon.entries()) {
    const before = polygon.at(index - 1) ?? one;
    const cross = before.x * one.y - one.x * before.y;
    doubled += cross;
    x += (before.x + one.x) * cross;
    y += (before.y + one.y) * cross;
  }
  const at = doubled === 0 ? (polygon[0] ?? { x: 0, y: 0 }) : { x: x / (3 * doubled), y: y / (3 * doubled) };
  return { area: Math.abs(doubled) / 2, at };
}

/** How far down from the upper edge of the window the legend reaches, in pixels. */
export const legendHeight = 90;
const leastDistance = 130;

/** Lines at round degrees, which are said at the left and at the bottom of the window. */
export function degreeLines(plane: MapPlane, box: Box): Shape[] {
  const step = degreeStep((leastDistance / plane.scale) * 360);
  const from = fromWindow(plane, box);
  const to = fromWindow(plane, { x: box.x + box.width, y: box.y + box.height });
  const meridians = roundDegrees(longitudeAt(from.x), longitudeAt(to.x), step).map(degrees => ({
    x: toWindow(plane, toWorld(degrees, 0)).x,
    degrees: degrees - 360 * Math.round(degrees / 360),
  }));
  const parallels = roundDegrees(latitudeAt(to.y), latitudeAt(from.y), step).map(degrees => ({
    y: toWindow(plane, toWorld(0, degrees)).y,
    degrees,
  }));
  const lines = [
    ...meridians.map(({ x }) => `M${fixed(x)} ${fixed(box.y)}v${fixed(box.height)}`),
    ...parallels.map(({ y }) => `M${fixed(box.x)} ${fixed(y)}h${fixed(box.width)}`),
  ];
  const label = { kind: 'text', size: 9.5, paint: 'dim', halo: 'ground' } as const;
  return [
    { kind: 'path', data: lines.join(''), stroke: 'line', strokeWidth: 0.5 },
    ...meridians.map(({ x, degrees }) => ({
      ...label,
      x,
      y: plane.height - 5,
      anchor: 'middle' as const,
      text: degreeText(degrees),
    })),
    // Not below the legend and the scale.
    ...parallels
      .filter(({ y }) => y > legendHeight + 14 && y < plane.height - 40)
      .map(({ y, degrees }) => ({ ...label, x: 5, y: y - 3, text: degreeText(degrees) })),
  ];
}

/** A round number of degrees; of large ones such that divide the circle. */
function degreeStep(least: number): number {
  if (least > 15) return least > 30 ? 60 : 30;
  return least > 10 ? 15 : roundStep(least);
}

function roundDegrees(from: number, to: number, step: number): number[] {
  const first = Math.ceil(from / step);
  const count = Math.max(0, Math.floor(to / step) - first + 1);
  return Array.from({ length: count }, (_, index) => Number(((first + index) * step).toPrecision(9)));
}

const degreeText = (degrees: number): string => `${Number(degrees.toFixed(6))}°`;
