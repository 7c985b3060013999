import { hierarchy, tree } from 'd3-hierarchy';
import type { Box } from '../drawing.js';
import type { ShownBranch } from './shownTopology.js';
import { boldness, textWidth } from '../textWidth.js';

/** Sizes of the letters in a box. */
export const nameSize = 12;
export const measuredSize = (kind: ShownBranch['kind']): number =>
  (kind === 'domain' ? boldness : 1) * nameSize;
export const detailSize = 10.5;

const margin = 18;
const head = 76;
const gap = 88;
const narrowest = 64;
const widest = 205;
const heights: Readonly<Record<ShownBranch['kind'], number>> = {
  domain: 38,
  fold: 34,
  sensor: 36,
  accessPoint: 20,
};
const rowGap = 8;
/** Between boxes that have different parents. */
const familyGap = 16;

/** Room that a symbol takes in a box, before a text. */
export const symbolRoom = 14;
/** Between the frame of a box and what is written in it. */
export const padding = 9;
/** The same before its end, where the button is. */
export const rightPadding = 14;
/** Room for how many are down, behind a name. */
export const badgeRoom = (down: string): number => symbolRoom + textWidth(down, detailSize) + 4;

/** Where the boxes of a topology stand, in its order, and how much room they take. */
export interface TopologyLayout {
  readonly boxes: readonly Box[];
  readonly width: number;
  readonly height: number;
}

/** A tidy tree from left to right: each level is a column as wide as its names need. */
export function layOutTopology(branches: readonly ShownBranch[]): TopologyLayout {
  const middles = middlesOf(branches);
  const widths = columnWidths(branches);
  const lefts = widths.reduce<number[]>(
    (all, width, depth) => [...all, (all[depth] ?? 0) + width + gap],
    [margin],
  );
  const highest = Math.min(
    0,
    ...branches.map(({ kind }, index) => (middles[index] ?? 0) - heights[kind] / 2),
  );
  const boxes = branches.map(({ kind, depth }, index) => ({
    x: lefts[depth] ?? margin,
    width: widths[depth] ?? narrowest,
    height: heights[kind],
    y: head + (middles[index] ?? 0) - highest - heights[kind] / 2,
  }));
  const bottom = boxes.reduce((lowest, { y, height }) => Math.max(lowest, y + height), head);
  return { boxes, width: (lefts.at(-1) ?? margin) - gap + margin, height: bottom };
}

/** How far down each branch stands; the top is at 0. */
function middlesOf(branches: readonly ShownBranch[]): number[] {
  const below = branches.map((): number[] => []);
  for (const [index, { parent }] of branches.entries()) below[parent]?.push(index);
  const heightOf = (index: number) => heights[branches[index]?.kind ?? 'domain'];
  const root = hierarchy(0, index => below[index]);
  tree<number>()
    .nodeSize([1, 1])
    .separation(
      (one, other) =>
        (heightOf(one.data) + heightOf(other.data)) / 2 + (one.parent === other.parent ? rowGap : familyGap),
    )(root);
  const middles: number[] = [];
  root.each(node => (middles[node.data] = node.x ?? 0));
  return middles;
}

function columnWidths(branches: readonly ShownBranch[]): number[] {
  const widths: number[] = [];
  for (const { depth, kind, texts } of branches) {
    const badge = texts.down ? badgeRoom(texts.down) : 0;
    const name =
      textWidth(texts.name, measuredSize(kind)) + badge + (kind === 'accessPoint' ? symbolRoom : 0);
    // A pixel more, since sums are not exact.
    const needed =
      1 +
      padding +
      rightPadding +
      Math.max(name, kind === 'accessPoint' ? 0 : textWidth(texts.detail, detailSize));
    widths[depth] = Math.min(Math.max(widths[depth] ?? narrowest, needed), widest);
  }
  return widths;
}
