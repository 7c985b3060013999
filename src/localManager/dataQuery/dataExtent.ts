import type { SqlSession } from '../database.js';
import type { Buckets } from './buckets.js';
import type { TimeRange } from './intervals.js';
import { Parameters } from './parameters.js';
import { storedCondition, type RowChoice } from './rowCondition.js';

const hour = 3_600_000;

/** The first and last row of each stored hour, filtered by nothing but namespace. Data is stored by the hour. */
export interface StoredHour {
  readonly hour: number;
  readonly first: number;
  readonly last: number;
}

/** The hours that hold rows and that the intervals touch, ascending (field notes §2.6). */
export async function storedHours(
  session: SqlSession,
  { query, intervals }: RowChoice,
): Promise<StoredHour[]> {
  const whole = intervals.map(({ start, end }) => ({
    start: Math.floor(start / hour) * hour,
    end: Math.ceil(end / hour) * hour,
  }));
  const parameters = new Parameters();
  const rows = await session.arrays(
    `SELECT epoch_ms(date_trunc('hour', "timestamp")), epoch_ms(min("timestamp")), epoch_ms(max("timestamp"))
    FROM ${query.dataSource} WHERE ${storedCondition({ query, intervals: whole }, parameters)} GROUP BY 1 ORDER BY 1`,
    parameters.values,
  );
  return rows.map(([at, first, last]) => ({ hour: Number(at), first: Number(first), last: Number(last) }));
}

/**
 * The buckets that a timeseries or topN answers, with or without matching rows: those between the first and the last
 * row of each stored hour, inside the intervals. For `all` it is one, at the start of what is there.
 */
export function answeredBuckets(
  hours: readonly StoredHour[],
  intervals: readonly TimeRange[],
  buckets: Buckets | undefined,
): number[] {
  const starts: number[] = [];
  let index = 0;
  for (const interval of intervals) {
    while ((hours[index]?.hour ?? Infinity) + hour <= interval.start) index += 1;
    for (let at = index; at < hours.length; at += 1) {
      const stored = hours[at];
      if (!stored || stored.hour >= interval.end) break;
      const end = Math.min(interval.end, stored.hour + hour, buckets?.endAfter(stored.last) ?? Infinity);
      const start = Math.max(interval.start, stored.first);
      if (start >= end) continue;
      if (!buckets) return [start];
      const last = starts.at(-1) ?? -Infinity;
      for (const bucket of buckets.starts({ start, end })) if (bucket > last) starts.push(bucket);
    }
  }
  return starts;
}
