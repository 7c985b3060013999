import type { Box } from '../drawing.js';

/** A point of the map of the world, which is 1 wide and 1 high: x from the date line to the east, y from the north. */
export interface WorldPoint {
  readonly x: number;
  readonly y: number;
}

/** What is looked at: as much as shows a square of the world, whatever the shape of the window. */
export interface MapView extends WorldPoint {
  /** The side of that square around the middle, as a part of the world. */
  readonly span: number;
}

/** Where the world is in a drawing. */
export interface MapPlane {
  /** The middle of the window, on the map of the world. */
  readonly middle: WorldPoint;
  /** Pixels that the whole world is wide. */
  readonly scale: number;
  readonly width: number;
  readonly height: number;
}

/** Beyond it the map of the world would not be a square. */
const northernmost = 85.0511287798;

/**
 * Mercator's projection (EPSG:3857): north is up and small shapes keep their form wherever one looks, which a map that is
 * zoomed to a street needs more than areas in proportion.
 */
export function toWorld(longitude: number, latitude: number): WorldPoint {
  const sine = Math.sin((Math.min(Math.max(latitude, -northernmost), northernmost) * Math.PI) / 180);
  return { x: longitude / 360 + 0.5, y: 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI) };
}

export const longitudeAt = (x: number): number => (x - 0.5) * 360;

export const latitudeAt = (y: number): number =>
  (Math.atan(Math.sinh((0.5 - y) * 2 * Math.PI)) * 180) / Math.PI;

export const toWindow = ({ middle, scale, width, height }: MapPlane, { x, y }: WorldPoint): WorldPoint => ({
  x: width / 2 + (x - middle.x) * scale,
  y: height / 2 + (y - middle.y) * scale,
});

export const fromWindow = ({ middle, scale, width, height }: MapPlane, { x, y }: WorldPoint): WorldPoint => ({
  x: middle.x + (x - width / 2) / scale,
  y: middle.y + (y - height / 2) / scale,
});

/** A plane in another scale: a point of the window shows the same place of the map as before. */
export function scaledTo(plane: MapPlane, scale: number, point: WorldPoint): MapPlane {
  const held = fromWindow(plane, point);
  const middle = {
    x: held.x - (point.x - plane.width / 2) / scale,
    y: held.y - (point.y - plane.height / 2) / scale,
  };
  return { ...plane, middle, scale };
}

/** A plane that was dragged by so many pixels. */
export const draggedBy = (plane: MapPlane, x: number, y: number): MapPlane => ({
  ...plane,
  middle: { x: plane.middle.x - x / plane.scale, y: plane.middle.y - y / plane.scale },
});

/** A part of a side of the window, by which a key moves a map. */
export const keyStep = 0.2;

/** A place on a world that goes on to the east and to the west: the one that is nearest to a longitude. */
export const nearestTo = (x: number, middle: number): number => x - Math.round(x - middle);

const equator = 40_075_017;

/** Metres that a pixel is in the middle of the window. */
export const metresPerPixel = ({ middle, scale }: MapPlane): number =>
  (equator * Math.cos((latitudeAt(middle.y) * Math.PI) / 180)) / scale;

/**
 * How much of coasts and borders there is to be drawn, from 0 to 1: they are exact to about 10 km, so near by their straight
 * lines would say more than is known.
 */
export const coastStrength = (plane: MapPlane): number =>
  Math.min(Math.max((metresPerPixel(plane) - 250) / 1250, 0), 1);

/** The world is 512 pixels wide at a level of 0, and twice as wide at each one after it. */
const widthAtZero = 512;
/** Where 3 m are as wide as a cluster. */
export const deepestLevel = 20;

export const levelOf = (scale: number): number => Math.log2(scale / widthAtZero);

export const scaleAt = (level: number): number => widthAtZero * 2 ** level;

/** The plane of a view in a window; nobody looks beyond the poles, or from the moon. */
export function planeOf(view: MapView, { width, height }: Size): MapPlane {
  const wanted = Math.min(width, height) / view.span;
  const scale = Math.min(Math.max(wanted, leastScale({ width, height })), scaleAt(deepestLevel));
  const half = Math.min(height / 2 / scale, 0.5);
  const middle = { x: nearestTo(view.x, 0.5), y: Math.min(Math.max(view.y, half), 1 - half) };
  return { middle, scale, width, height };
}

type Size = Pick<Box, 'width' | 'height'>;

/** Where all of the world is seen, with room around it. */
const leastScale = ({ width, height }: Size): number => Math.max(0.25 * Math.min(width, height), 1);

/** How far one can go away from the map: until the world fills no more than most of the window. */
export const farthestScale = ({ width }: Size): number => Math.max(0.8 * width, 1);

/** The view of a plane, as it is kept. */
export const viewOf = ({ middle, scale, width, height }: MapPlane): MapView => ({
  ...middle,
  span: Math.min(width, height) / scale,
});

/** Room at the sides of a window in which nothing is to stand, in pixels. */
export interface Insets {
  readonly side: number;
  readonly top: number;
  readonly bottom: number;
}

/** What a fit goes to where all stands in one place: so near that one sees the country around it. */
const loneLevel = 5;

/**
 * The view that shows some points of the map, however they lie about the date line.
 * @param deepest the level beyond which there is nothing to be seen
 */
export function viewAround(
  points: readonly WorldPoint[],
  { width, height }: Size,
  { insets, deepest = deepestLevel }: { readonly insets: Insets; readonly deepest?: number },
): MapView {
  if (points.length === 0)
    return { x: 0.5, y: 0.42, span: Math.min(width, height) / farthestScale({ width, height }) };
  const [left, right] = shortestSpan(points.map(({ x }) => x));
  const [top, bottom] = extremes(points.map(({ y }) => y));
  const room = {
    width: Math.max(width - 2 * insets.side, 40),
    height: Math.max(height - insets.top - insets.bottom, 40),
  };
  const fitting = Math.min(room.width / (right - left), room.height / (bottom - top));
  const most = scaleAt(Number.isFinite(fitting) ? deepest : Math.min(deepest, loneLevel));
  const scale = Math.max(Math.min(fitting, most), leastScale({ width, height }));
  return {
    x: (left + right) / 2,
    y: (top + bottom) / 2 - (insets.top - insets.bottom) / 2 / scale,
    span: Math.min(width, height) / scale,
  };
}

function extremes(values: readonly number[]): [least: number, most: number] {
  let least = Infinity;
  let most = -Infinity;
  for (const value of values) {
    least = Math.min(least, value);
    most = Math.max(most, value);
  }
  return [least, most];
}

/** The ends of the shortest stretch around the world that holds all of some places: all but the widest gap between them. */
function shortestSpan(values: readonly number[]): [from: number, to: number] {
  const sorted = values.toSorted((a, b) => a - b);
  const first = sorted[0] ?? 0;
  const last = sorted.at(-1) ?? 0;
  let gap = first + 1 - last;
  let from = first;
  let to = last;
  for (const [index, value] of sorted.entries()) {
    const before = sorted[index - 1] ?? value;
    if (value - before <= gap) continue;
    gap = value - before;
    from = value;
    to = before + 1;
  }
  return [from, to];
}
