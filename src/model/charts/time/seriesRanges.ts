import { chartWords } from '../chartWords.js';
import { shortNumber } from '../quantity.js';
import type { DrawnSeries } from './seriesData.js';

/** The last value and the maximum of each series that has a value in a span of time in seconds, in words, by their ids. */
export function seriesRanges(
  { data }: DrawnSeries,
  { from, to }: { readonly from: number; readonly to: number },
): Map<string, string> {
  const { times, series, axes } = data;
  const found = new Map<string, string>();
  for (const { id, values, axis } of series) {
    let last: number | undefined;
    let largest = Number.NEGATIVE_INFINITY;
    for (let at = 0; at < times.length; at += 1) {
      const value = values[at] ?? null;
      if (value === null || times[at]! < from || times[at]! > to) continue;
      last = value;
      largest = Math.max(largest, value);
    }
    const quantity = axes[axis];
    if (last === undefined || !quantity) continue;
    found.set(id, chartWords.seriesRange(shortNumber(last, quantity), shortNumber(largest, quantity)));
  }
  return found;
}
