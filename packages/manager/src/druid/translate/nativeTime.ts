import { DateTime } from 'luxon';
import type { DataQuery } from 'netsensor-contract/query/query';
import { periods } from 'netsensor-contract/query/timeBuckets';
import type { Stretch } from 'netsensor-contract/query/timeRange';
import { mostFixedBuckets, refuseMoreThan } from '../../dataQuery/time/buckets.js';
import { always, endOfTimes, readGranularity } from '../../dataQuery/time/queryTimes.js';
import { badRequest, HttpProblem } from '../../http/errors.js';
import type { Native } from './nativeFilter.js';

/** Intervals that were read and joined, as Druid writes them. */
export const nativeIntervals = (intervals: readonly Stretch[]): string[] =>
  intervals.map(({ start, end }) => `${nativeTime(start)}/${nativeTime(end)}`);

function nativeTime(time: number): string {
  if (time === -endOfTimes) return always.start;
  return time === endOfTimes ? always.end : new Date(time).toISOString();
}

/**
 * A granularity that was read (contract 002, Granularity values). Named ones are periods, since not every version knows all
 * names; `all` and `none` are known to each.
 */
export function nativeGranularity(granularity: DataQuery['granularity']): string | Native {
  if (granularity === 'all' || granularity === 'none') return granularity;
  if (typeof granularity === 'string') {
    return { type: 'period', period: periods[granularity] ?? '', timeZone: 'UTC' };
  }
  const { origin } = granularity;
  const counted = origin === undefined ? {} : { origin: DateTime.fromISO(origin, { zone: 'utc' }).toISO() };
  if (granularity.type === 'duration') {
    return { type: 'duration', duration: Number(granularity.duration), ...counted };
  }
  const timeZone = nativeZone(granularity.timeZone ?? 'UTC');
  return { type: 'period', period: granularity.period.toUpperCase(), timeZone, ...counted };
}

/**
 * A zone as the engine spells it, since it takes one that it does not know for UTC without a word (field notes §2.11).
 * @throws HttpProblem 400 for one that only the computer of the manager knows
 */
function nativeZone(text: string): string {
  if (/^[+-]\d\d(:?\d\d)?$/.test(text)) return text.replace(/^(...)(\d\d)$/, '$1:$2').padEnd(6, ':00');
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone;
  } catch {
    throw badRequest(`granularity.timeZone: ${text} is not a time zone`);
  }
}

/**
 * Refuses a query that would have more than a million buckets where there are rows: an engine can die of it. Long intervals
 * are cut to these first.
 * @param extentOf finds out from when to when there are rows; only asked when it matters
 * @throws HttpProblem 400
 */
export async function refuseTooManyBuckets(
  granularity: DataQuery['granularity'],
  intervals: readonly Stretch[],
  extentOf: () => Promise<Stretch>,
): Promise<void> {
  try {
    refuseIn(granularity, intervals);
  } catch (error) {
    if (!(error instanceof HttpProblem)) throw error;
    const extent = await extentOf();
    const cut = intervals.map(({ start, end }) => ({
      start: Math.max(start, extent.start),
      end: Math.min(end, extent.end),
    }));
    refuseIn(
      granularity,
      cut.filter(({ start, end }) => start < end),
    );
  }
}

function refuseIn(granularity: DataQuery['granularity'], intervals: readonly Stretch[]): void {
  const first = intervals[0];
  const last = intervals.at(-1);
  const hull = { start: first?.start ?? 0, end: last?.end ?? 0 };
  const { buckets } = readGranularity(granularity, hull);
  if (!buckets) return;
  const count = intervals.reduce((sum, interval) => sum + buckets.count(interval), 0);
  refuseMoreThan(mostFixedBuckets, count);
}
