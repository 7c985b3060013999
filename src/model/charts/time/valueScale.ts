import type { ChartAxis } from '../chartAxis.js';
import { axisSteps, isBinary, shortNumber } from '../quantity.js';
import type { SeriesData, TimeChartKind } from './seriesData.js';
import type { BucketTimes } from './timeAxis.js';

/** A mark at an axis and what stands beside it; lines of text are one below the other. */
export interface Tick {
  readonly at: number;
  readonly text: string;
}

/** An axis: what it reaches from and to, and its ticks. Times are seconds. */
export interface AxisScale {
  readonly isLogarithmic?: boolean | undefined;
  readonly min: number;
  readonly max: number;
  readonly ticks: readonly Tick[];
}

/** What an axis reaches from and to. */
export type Range = Pick<AxisScale, 'min' | 'max'>;

/** What the scales of a chart are made of. */
export interface ScaledChart {
  readonly data: BucketTimes & Pick<SeriesData, 'series' | 'axes'>;
  readonly kind: TimeChartKind;
  /** The values of the series as they are drawn, one on top of the other where they are stacked. */
  readonly values: readonly (readonly (number | null)[])[];
  readonly isDrawn: (id: string) => boolean;
  readonly zone: string;
}

/** Values in sight. */
interface SeenValues extends Range {
  /** The smallest one above zero; endless where there is none. */
  readonly least: number;
  readonly isWhole: boolean;
}

/**
 * An axis of values for what is in sight, with round ticks; of whole numbers at whole ones.
 * @param axis its place
 * @param starts of the buckets whose values are in sight: seconds
 * @param most so many ticks, about
 */
export function valueScale(
  chart: ScaledChart,
  { axis, starts, most }: { readonly axis: number; readonly starts: Range; readonly most: number },
): AxisScale {
  const wanted = chart.data.axes[axis]!;
  const seen = seenValues(chart, { axis, starts });
  const range = limited(wanted.isLogarithmic ? logarithmicRange(seen) : linearRange(seen), wanted);
  const { isLogarithmic } = wanted;
  const places = isLogarithmic
    ? logarithmicPlaces(range, { most, wanted })
    : linearPlaces(range, { least: seen.isWhole ? 1 : 0, most, wanted });
  return { ...range, isLogarithmic, ticks: places.map(at => ({ at, text: shortNumber(at, wanted) })) };
}

/** Also thresholds are to be seen. */
function seenValues(
  { data: { times, series, axes }, values, isDrawn }: ScaledChart,
  { axis, starts }: { readonly axis: number; readonly starts: Range },
): SeenValues {
  let min = 0;
  let max = 0;
  let least = Number.POSITIVE_INFINITY;
  let isWhole = true;
  const see = (value: number) => {
    if (value < min) min = value;
    else if (value > max) max = value;
    if (value > 0 && value < least) least = value;
  };
  series.forEach((line, index) => {
    if (line.axis !== axis || !isDrawn(line.id)) return;
    const drawn = values[index] ?? [];
    for (let at = 0; at < drawn.length; at += 1) {
      const value = drawn[at] ?? null;
      const time = times[at]!;
      if (value === null || time < starts.min || time > starts.max) continue;
      isWhole &&= Number.isInteger(value);
      see(value);
    }
  });
  for (const { value } of axes[axis]?.thresholds ?? []) see(value);
  return { min, max, least, isWhole };
}

/** From zero, or from the smallest value below it, to a little more than the largest one. */
const linearRange = ({ min, max }: SeenValues): Range => ({
  min,
  max: Math.min(max * 1.05, Number.MAX_VALUE) || (min < 0 ? 0 : 1),
});

/** From the power of ten below the smallest value above zero to a little more than the largest one. */
function logarithmicRange({ least, max }: SeenValues): Range {
  if (!Number.isFinite(least)) return { min: 1, max: 10 };
  const min = 10 ** Math.floor(Math.log10(least));
  return { min, max: Math.min(Math.max(max * 1.2, min * 10), Number.MAX_VALUE) };
}

/** The range that a person wants, as far as it is one: what is not given follows where it would not be. */
function limited(range: Range, { isLogarithmic, ...limits }: ChartAxis): Range {
  const isPossible = (limit: number | undefined) => limit !== undefined && (!isLogarithmic || limit > 0);
  const hasMin = isPossible(limits.min);
  const hasMax = isPossible(limits.max);
  const min = hasMin ? limits.min! : range.min;
  const max = hasMax ? limits.max! : range.max;
  if (min < max) return { min, max };
  if (hasMin && hasMax) return range;
  const further = (from: number, sign: 1 | -1) =>
    isLogarithmic ? from * 10 ** sign : from + sign * (Math.abs(from) || 1);
  return hasMin ? { min, max: further(min, 1) } : { min: further(max, -1), max };
}

interface Wanted {
  readonly most: number;
  readonly wanted: ChartAxis;
}

/** @param least of a step */
function linearPlaces(
  { min, max }: Range,
  { least, most, wanted }: Wanted & { readonly least: number },
): number[] {
  const smallest = Math.max((max - min) / Math.max(1, most), least);
  const step = axisSteps(wanted).find(each => each >= smallest);
  if (step === undefined) return [];
  const first = Math.ceil(min / step);
  const count = Math.floor(max / step) - first + 1;
  return Array.from({ length: count }, (_, index) => {
    const exact = (first + index) * step;
    // Steps of less than one are no exact numbers.
    return step < 1 ? Number(exact.toPrecision(12)) : exact;
  });
}

/** Powers of ten, or of two where 1 kB is 1,024 bytes: not all of them where there are many, and more between them where few. */
function logarithmicPlaces({ min, max }: Range, { most, wanted }: Wanted): number[] {
  const base = isBinary(wanted) ? 2 : 10;
  const exponent = (value: number) => Math.log10(value) / Math.log10(base);
  const powers = exponent(max) - exponent(min);
  const every = Math.max(1, Math.ceil(powers / Math.max(1, most)));
  const between = base === 10 && powers * 3 <= most ? [1, 2, 5] : [1];
  const first = Math.floor(exponent(min) / every);
  const count = Math.floor(exponent(max) / every) - first + 1;
  return Array.from({ length: count }, (_, index) => base ** ((first + index) * every))
    .flatMap(power => between.map(times => Number((power * times).toPrecision(12))))
    .filter(at => at >= min && at <= max);
}
