import type { FloorPlace } from './floorPlan.js';
import { roundStep } from '../roundStep.js';

/** A part of the plan of a floor, in its units. */
export interface Extent {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Where the plan of a floor is in a drawing. */
export interface FloorPlane {
  readonly extent: Extent;
  /** Where its left upper corner is, in pixels of the drawing. */
  readonly x: number;
  readonly y: number;
  /** Pixels of the drawing for a unit of the plan. */
  readonly scale: number;
}

export const toPlane = ({ extent, x, y, scale }: FloorPlane, place: FloorPlace): FloorPlace => ({
  x: x + (place.x - extent.left) * scale,
  y: y + (place.y - extent.top) * scale,
});

/** The place on the floor under a point of the drawing. */
export const fromPlane = ({ extent, x, y, scale }: FloorPlane, point: FloorPlace): FloorPlace => ({
  x: extent.left + (point.x - x) / scale,
  y: extent.top + (point.y - y) / scale,
});

const emptyFloor: Extent = { left: 0, top: 0, right: 100, bottom: 60 };
const leastSpan = 20;

/** As much of a plan as shows some places with room around them; from its corner where that is near. */
export function extentOf(places: readonly FloorPlace[]): Extent {
  if (places.length === 0) return emptyFloor;
  const bounds = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (const { x, y } of places) {
    bounds.left = Math.min(bounds.left, x);
    bounds.right = Math.max(bounds.right, x);
    bounds.top = Math.min(bounds.top, y);
    bounds.bottom = Math.max(bounds.bottom, y);
  }
  const span = Math.max(bounds.right - bounds.left, bounds.bottom - bounds.top, leastSpan);
  const around = span * 0.08;
  const [left, right] = spanOf(bounds.left, bounds.right, { span, around });
  const [top, bottom] = spanOf(bounds.top, bounds.bottom, { span, around });
  return { left, top, right, bottom };
}

function spanOf(
  least: number,
  most: number,
  { span, around }: { span: number; around: number },
): [from: number, to: number] {
  const missing = Math.max(0, leastSpan - (most - least)) / 2;
  const from = least - missing - around;
  return [from >= 0 && from <= span / 2 ? 0 : from, most + missing + around];
}

/** How many times as high or wide as its points a plan is drawn at most: they are to be seen, not the sheet. */
const mostFilled = 2;

/** As much more of a plan, which has no bounds of its own, as there is room for. */
export function filling(bounds: Extent, room: { readonly width: number; readonly height: number }): Extent {
  const across = bounds.right - bounds.left;
  const down = bounds.bottom - bounds.top;
  const scale = Math.min(room.width / across, room.height / down);
  const wide = Math.min(room.width / scale, across * mostFilled);
  const high = Math.min(room.height / scale, down * mostFilled);
  const [left, right] = widened([bounds.left, bounds.right], wide);
  const [top, bottom] = widened([bounds.top, bounds.bottom], high);
  return { left, top, right, bottom };
}

/** A span that begins at the corner of the plan goes on beginning there. */
function widened([from, to]: readonly [number, number], length: number): [number, number] {
  const more = Math.max(0, length - (to - from));
  return from === 0 ? [from, to + more] : [from - more / 2, to + more / 2];
}

/** Round whole numbers between two, about so far from each other. */
export function roundNumbers(from: number, to: number, distance: number): number[] {
  const step = Math.max(roundStep(distance), 1);
  const first = Math.ceil(from / step);
  const count = Math.max(0, Math.floor(to / step) - first + 1);
  return Array.from({ length: count }, (_, index) => (first + index) * step);
}
