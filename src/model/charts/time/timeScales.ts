import type { Box } from '../../pictures/drawing.js';
import type { TimeChartKind } from './seriesData.js';
import { timeLabels, timeOfBuckets, type BucketTimes, type TimePlace } from './timeAxis.js';
import { timeTicks } from './timeTicks.js';
import { valueScale, type AxisScale, type Range, type ScaledChart } from './valueScale.js';

/** The axes of a chart over time, and where its lines are within it: the same on the screen and in a file. */
export interface TimeScales {
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  readonly box: Box;
  readonly time: AxisScale;
  /** That at the left, and that at the right where there is one. */
  readonly values: readonly AxisScale[];
}

/** Pixels, and the seconds in sight; all of the times where no range is given. */
export interface ChartSize {
  readonly width: number;
  readonly height: number;
  readonly range?: { readonly from: number; readonly to: number } | undefined;
}

/** Pixels above the lines, and below them for times in two lines. */
const [above, below] = [8, 42] as const;
/** At the right of the last time without an axis: a date is as wide there as at the left of its tick. */
const rightMargin = 36;
/** Pixels between ticks, at least. */
const [timeSpace, valueSpace] = [70, 30] as const;

/** The axes of a chart over time for its size and for what is in sight of it. */
export function timeScales(chart: ScaledChart, { width, height, range }: ChartSize): TimeScales {
  const { data, zone } = chart;
  const sight = sightOf(chart, range);
  const room = Math.max(1, height - above - below);
  const shift = pointShift(chart.kind, data);
  const starts = { min: sight.min - shift, max: sight.max - shift };
  const values = data.axes.map((_, axis) => valueScale(chart, { axis, starts, most: room / valueSpace }));
  const [left = 0, right = rightMargin] = values.map(axisWidth);
  const box = { x: left, y: above, width: Math.max(1, width - left - right), height: room };
  const { times, step } = timeTicks(sight, { most: box.width / timeSpace, zone });
  const labels = timeLabels(times, step, zone);
  const ticks = times.map((at, index) => ({ at, text: labels[index] ?? '' }));
  return { width, height, box, time: { ...sight, ticks }, values };
}

/** Where times and values are in a chart, in pixels. */
export interface ChartPlaces extends TimePlace {
  /** @param axis its place: 0 at the left, 1 at the right */
  readonly y: (value: number, axis: number) => number;
}

/** Turns seconds since 1970 UTC and values into pixels from the left and the top; they may be outside of the box. */
export const chartPlaces = ({ box, time, values }: TimeScales): ChartPlaces => ({
  box,
  x: at => box.x + share(at, time) * box.width,
  y: (value, axis) => box.y + (1 - share(value, values[axis] ?? { min: 0, max: 1 })) * box.height,
});

/** How much of an axis lies below a value; what a logarithmic one cannot show lies a tenth below its least. */
function share(value: number, { min, max, isLogarithmic }: Omit<AxisScale, 'ticks'>): number {
  const place = (at: number) => (isLogarithmic ? Math.log10(at > 0 ? at : min / 10) : at);
  return (place(value) - place(min)) / (place(max) - place(min) || 1);
}

/** All of the time to the end of the last bucket, or what is looked at. */
function sightOf({ data, kind }: ScaledChart, range: ChartSize['range']): Range {
  const { from, to } = timeOfBuckets(data);
  const shift = pointShift(kind, data);
  const last = (data.times.at(-1) ?? from) + shift;
  const isPart = range && (range.from > from + shift || range.to < last);
  return isPart ? { min: range.from, max: range.to } : { min: from, max: to };
}

/** Seconds from the start of a bucket to where its value is drawn: bars stand in the middle of theirs. */
export const pointShift = (kind: TimeChartKind, { bucketLength }: BucketTimes): number =>
  kind === 'bars' ? bucketLength / 2 : 0;

/** Pixels for the texts at an axis. */
const axisWidth = ({ ticks }: AxisScale): number =>
  16 + 7 * Math.max(3, ...ticks.map(({ text }) => text.length));
