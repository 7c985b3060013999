import type { Box } from '../../pictures/drawing.js';
import { axisSteps, shortNumber, type Quantity } from '../quantity.js';
import type { SeriesData, TimeChartKind } from './seriesData.js';
import { timeLabels, timeOfBuckets, type BucketTimes, type TimePlace } from './timeAxis.js';
import { timeTicks } from './timeTicks.js';

/** A mark at an axis and what stands beside it; lines of text are one below the other. */
export interface Tick {
  readonly at: number;
  readonly text: string;
}

/** An axis: what it reaches from and to, and its ticks. Times are seconds. */
export interface AxisScale {
  readonly min: number;
  readonly max: number;
  readonly ticks: readonly Tick[];
}

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

/** What the scales of a chart are made of. */
export interface ScaledChart {
  readonly data: BucketTimes & Pick<SeriesData, 'series' | 'axes'>;
  readonly kind: TimeChartKind;
  /** The values of the series as they are drawn, one on top of the other where they are stacked. */
  readonly values: readonly (readonly (number | null)[])[];
  readonly isDrawn: (id: string) => boolean;
  readonly zone: string;
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
  const values = data.axes.map((quantity, axis) =>
    valueScale(valueRange(chart, { axis, sight }), { quantity, most: room / valueSpace }),
  );
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

export const chartPlaces = ({ box, time, values }: TimeScales): ChartPlaces => ({
  box,
  x: at => box.x + share(at, time) * box.width,
  y: (value, axis) => box.y + (1 - share(value, values[axis] ?? { min: 0, max: 1 })) * box.height,
});

type Range = Pick<AxisScale, 'min' | 'max'>;

const share = (value: number, { min, max }: Range): number => (value - min) / (max - min || 1);

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

/** Values in sight. */
interface ValueRange extends Range {
  /** Whether all of them are whole numbers. */
  readonly isWhole: boolean;
}

/** From zero, or from the smallest value below it, to a little more than the largest one in sight. */
function valueRange(
  { data: { times, series }, values, isDrawn }: ScaledChart,
  { axis, sight }: { readonly axis: number; readonly sight: Range },
): ValueRange {
  let min = 0;
  let max = 0;
  let isWhole = true;
  series.forEach((line, index) => {
    if (line.axis !== axis || !isDrawn(line.id)) return;
    const drawn = values[index] ?? [];
    for (let at = 0; at < drawn.length; at += 1) {
      const value = drawn[at] ?? null;
      const time = times[at]!;
      if (value === null || time < sight.min || time > sight.max) continue;
      isWhole &&= Number.isInteger(value);
      if (value < min) min = value;
      else if (value > max) max = value;
    }
  });
  return { min, max: Math.min(max * 1.05, Number.MAX_VALUE) || (min < 0 ? 0 : 1), isWhole };
}

/** The range with round values in it, a tick for each; of whole numbers at whole ones. */
function valueScale(
  { min, max, isWhole }: ValueRange,
  { quantity, most }: { readonly quantity: Quantity; readonly most: number },
): AxisScale {
  const least = Math.max((max - min) / Math.max(1, most), isWhole ? 1 : 0);
  const step = axisSteps(quantity).find(each => each >= least);
  if (step === undefined) return { min, max, ticks: [] };
  const first = Math.ceil(min / step);
  const count = Math.floor(max / step) - first + 1;
  const ticks = Array.from({ length: count }, (_, index) => {
    const exact = (first + index) * step;
    // Steps of less than one are no exact numbers.
    const at = step < 1 ? Number(exact.toPrecision(12)) : exact;
    return { at, text: shortNumber(at, quantity) };
  });
  return { min, max, ticks };
}

/** Pixels for the texts at an axis. */
const axisWidth = ({ ticks }: AxisScale): number =>
  16 + 7 * Math.max(3, ...ticks.map(({ text }) => text.length));
