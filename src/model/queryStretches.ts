import type { Buckets } from './query/timeBuckets.js';
import { isRelativeRange, resolveRange, type Stretch } from './query/timeRange.js';

/** The stretches of time that a query looks at, as it is sent; in order, and those that touch as one. */
export function queryStretches({ intervals }: { readonly intervals?: unknown }): Stretch[] {
  const read = [intervals].flat().flatMap(text => {
    if (typeof text !== 'string' || isRelativeRange(text)) return [];
    const result = resolveRange(text, { now: 0, zone: 'UTC' });
    return 'stretch' in result ? [result.stretch] : [];
  });
  const merged: Stretch[] = [];
  for (const next of read.sort((one, other) => one.start - other.start)) {
    const last = merged.at(-1);
    if (!last || next.start > last.end) merged.push(next);
    else merged.splice(-1, 1, { start: last.start, end: Math.max(last.end, next.end) });
  }
  return merged;
}

/**
 * Starts of the buckets that were answered in part only, because a stretch begins or ends inside, or because they had not
 * ended; in milliseconds since 1970 UTC, as is `answeredAt`.
 */
export function partialBuckets(
  stretches: readonly Stretch[],
  { buckets, answeredAt }: { readonly buckets: Buckets; readonly answeredAt: number },
): number[] {
  const edges = stretches.flatMap(({ start, end }) => [start, Math.min(end, answeredAt)]);
  const cut = edges.flatMap(edge => {
    const start = buckets.startOf(edge);
    return start < edge ? [start] : [];
  });
  return [...new Set(cut)];
}
