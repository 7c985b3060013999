import type { AxisSettings, Rate } from '../results/viewSettings.js';
import type { ChartResult } from './chartResult.js';
import type { Quantity } from './quantity.js';
import { quantityOf, rateOf } from './viewChoice.js';

/** An axis of values over time: what it measures, and how a person wants it, in the unit that it measures in. */
export interface ChartAxis extends Quantity, Omit<AxisSettings, 'rate'> {}

/** The axis that a column is drawn against. */
export function chartAxis(result: ChartResult, name: string): ChartAxis {
  const rate = rateOf(result, name);
  const { axis = {} } = result.settings.columns?.find(column => column.name === name) ?? {};
  return {
    ...inRate(axis, { rate, bucketLength: result.facts.bucketLength }),
    ...quantityOf(result, name),
    rate,
  };
}

/** Settings with their values in another unit; without them where a bucket has no known length. */
function inRate(
  axis: AxisSettings,
  { rate, bucketLength }: { readonly rate: Rate | undefined; readonly bucketLength: number | undefined },
): AxisSettings {
  const { isLogarithmic, min, max, thresholds } = axis;
  if (axis.rate === rate) return axis;
  if (bucketLength === undefined) return { isLogarithmic };
  const perBucket = (each: Rate | undefined) =>
    each === undefined ? 1 : ((each === 'bits' ? 8 : 1) * 1000) / bucketLength;
  const factor = perBucket(rate) / perBucket(axis.rate);
  const converted = (value: number | undefined) => value && value * factor;
  return {
    isLogarithmic,
    min: converted(min),
    max: converted(max),
    thresholds: thresholds?.map(({ value, label }) => ({ value: value * factor, label })),
  };
}
