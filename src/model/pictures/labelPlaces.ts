import { addTo } from 'netsensor-contract/text/collections';
import type { Box } from './drawing.js';

/** A label that is to stand beside a symbol. */
export interface WantedLabel {
  /** The middle of its symbol. */
  readonly x: number;
  readonly y: number;
  /** Room that the symbol takes around its middle. */
  readonly radius: number;
  readonly width: number;
  readonly height: number;
  /** Where it may stand, instead of the bounds of all. */
  readonly bounds?: Box;
}

const cell = 48;
/** Cells below each other in what is labelled, at most. */
const cellsDown = 10_000;
const gap = 3;

/**
 * Boxes for labels beside their symbols, each where it covers neither a symbol nor a label before it; undefined for those
 * that have room nowhere.
 * @param labels the most important first
 * @param bounds where labels may stand
 * @param covered where nothing is seen of them
 */
export function labelPlaces(
  labels: readonly WantedLabel[],
  bounds: Box,
  covered: readonly Box[] = [],
): (Box | undefined)[] {
  // By a number of the cell; two that share one are told apart by their boxes.
  const taken = new Map<number, Box[]>();
  const cellsOf = (box: Box): number[] => {
    const keys: number[] = [];
    for (let column = Math.floor(box.x / cell); column <= Math.floor((box.x + box.width) / cell); column += 1)
      for (let row = Math.floor(box.y / cell); row <= Math.floor((box.y + box.height) / cell); row += 1)
        keys.push(column * cellsDown + row);
    return keys;
  };
  const take = (box: Box) => {
    for (const key of cellsOf(box)) addTo(taken, key, box);
  };
  const isFree = (box: Box) =>
    cellsOf(box).every(key => !taken.get(key)?.some(other => isOverlapping(box, other)));
  for (const box of covered) take(box);
  for (const { x, y, radius } of labels)
    take({ x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius });
  return labels.map(label => {
    const place = sidesOf(label).find(box => isWithin(box, label.bounds ?? bounds) && isFree(box));
    if (place) take(place);
    return place;
  });
}

/** To the right, to the left, below and above. */
function sidesOf({ x, y, radius, width, height }: WantedLabel): Box[] {
  const size = { width, height };
  return [
    { ...size, x: x + radius + gap, y: y - height / 2 },
    { ...size, x: x - radius - gap - width, y: y - height / 2 },
    { ...size, x: x - width / 2, y: y + radius + gap / 2 },
    { ...size, x: x - width / 2, y: y - radius - gap / 2 - height },
  ];
}

/** Where a label is held: at the side next to its symbol, since nobody knows exactly how wide its letters are. */
export function heldBeside(
  x: number,
  place: Box,
): { readonly x: number; readonly anchor?: 'end' | 'middle' } {
  const right = place.x + place.width;
  if (right <= x) return { x: right, anchor: 'end' };
  return place.x >= x ? { x: place.x } : { x: place.x + place.width / 2, anchor: 'middle' };
}

/** Whether two boxes share more than an edge. */
export const isOverlapping = (one: Box, other: Box): boolean =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height;

/** Whether a box does not leave another one. */
export const isWithin = (box: Box, bounds: Box): boolean =>
  box.x >= bounds.x &&
  box.y >= bounds.y &&
  box.x + box.width <= bounds.x + bounds.width &&
  box.y + box.height <= bounds.y + bounds.height;

/** The smallest box around some points. */
export function boundsOf(points: readonly { readonly x: number; readonly y: number }[]): Box {
  let left = Infinity;
  let top = Infinity;
  let right = -Infinity;
  let bottom = -Infinity;
  for (const { x, y } of points) {
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  return { x: left, y: top, width: right - left, height: bottom - top };
}
