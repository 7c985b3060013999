import { shortNumber } from '../quantity.js';
import type { DrawnSeries } from './seriesData.js';
import { pointShift } from './timeScales.js';

/** What a legend says of a series, with units. */
export interface SeriesRange {
  /** Of a whole bucket, where there is one. */
  readonly last: string;
  readonly maximum: string;
}

/** The last value and the maximum of each series that has a value in a span of time in seconds, by their ids. */
export function seriesRanges(
  { data, kind }: DrawnSeries,
  { from, to }: { readonly from: number; readonly to: number },
): Map<string, SeriesRange> {
  const { times, series, axes } = data;
  const shift = pointShift(kind, data);
  const partial = new Set(data.partial);
  const found = new Map<string, SeriesRange>();
  for (const { id, values, axis } of series) {
    let last: number | undefined;
    let isOfWhole = false;
    let largest = Number.NEGATIVE_INFINITY;
    for (let at = 0; at < times.length; at += 1) {
      const value = values[at] ?? null;
      const time = times[at]!;
      if (value === null || time + shift < from || time + shift > to) continue;
      const isWhole = !partial.has(time);
      if (isWhole || !isOfWhole) last = value;
      isOfWhole ||= isWhole;
      largest = Math.max(largest, value);
    }
    const quantity = axes[axis];
    if (last === undefined || !quantity) continue;
    found.set(id, { last: shortNumber(last, quantity), maximum: shortNumber(largest, quantity) });
  }
  return found;
}
