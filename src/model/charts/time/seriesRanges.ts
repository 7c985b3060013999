import { chartWords } from '../chartWords.js';
import { shortNumber } from '../quantity.js';
import type { DrawnSeries } from './seriesData.js';
import { pointShift } from './timeScales.js';

/**
 * The last value and the maximum of each series that has a value in a span of time in seconds, in words, by their ids. The
 * last value is one of a whole bucket, where there is one.
 */
export function seriesRanges(
  { data, kind }: DrawnSeries,
  { from, to }: { readonly from: number; readonly to: number },
): Map<string, string> {
  const { times, series, axes } = data;
  const shift = pointShift(kind, data);
  const partial = new Set(data.partial);
  const found = new Map<string, string>();
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
    found.set(id, chartWords.seriesRange(shortNumber(last, quantity), shortNumber(largest, quantity)));
  }
  return found;
}
