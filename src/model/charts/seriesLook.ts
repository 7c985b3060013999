import type { Hatching } from '../pictures/drawing.js';

/** The colour of a series by its name. */
export type SeriesPaint = `series${number}`;

/** So many colours there are for series. */
export const seriesColors = 12;

/** How one series is drawn: told apart by colour, and without colours by dashes and hatching. */
export interface SeriesLook {
  readonly paint: SeriesPaint;
  /** Lengths of dashes and gaps in pixels; empty for a whole line. */
  readonly dash: readonly number[];
  /** Undefined for a plain colour. */
  readonly hatching: Hatching | undefined;
  readonly isThin?: boolean;
}

const dashes = [
  [],
  [8, 4],
  [2, 3],
  [10, 3, 2, 3],
  [5, 2],
  [14, 4],
  [2, 6],
  [10, 3, 2, 3, 2, 3],
  [6, 6],
  [14, 3, 5, 3],
];

/** In the order of series. */
const hatchingOrder: readonly (Hatching | undefined)[] = [
  undefined,
  'rising',
  'dots',
  'falling',
  'crossed',
  'flat',
  'upright',
  'squares',
  'zigzag',
  'bricks',
];

/** How strong the colour is below the strokes of a hatching, and how wide these are; how strong a plain one is. */
export const chartHatched = { tint: 0.2, strokeWidth: 1.2 };
export const plainTint = 0.45;

/** The look of a series by its place in the order. */
export const seriesLook = (index: number): SeriesLook => ({
  paint: `series${index % seriesColors}`,
  dash: dashes[index % dashes.length] ?? [],
  hatching: hatchingOrder[index % hatchingOrder.length],
});

/** The look of what was some time before, beside a series of this look. */
export const lookBefore = (look: SeriesLook): SeriesLook => ({ ...look, dash: [1, 3], isThin: true });
