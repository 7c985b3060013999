import { DateTime, Duration } from 'luxon';
import { joinStretches } from 'netsensor-contract/query/timeBuckets';
import type { Stretch } from 'netsensor-contract/query/timeRange';
import { badRequest } from '../../http/errors.js';

/**
 * Reads intervals and joins those that overlap or touch, so that no row counts twice (field notes §2.4).
 * @throws HttpProblem 400 for an interval that cannot be read
 */
export const readIntervals = (texts: readonly string[]): Stretch[] => joinStretches(texts.map(readInterval));

/** `start/end`, `start/period` or `period/end`; times without an offset are UTC. */
function readInterval(text: string): Stretch {
  const [left = '', right = '', ...more] = text.split('/').map(part => part.trim());
  if (more.length > 0) throw unreadable(text);
  const period = [left, right].findIndex(part => /^p/i.test(part));
  const start = period === 0 ? undefined : readTime(left, text);
  const end = period === 1 ? undefined : readTime(right, text);
  const length = period === -1 ? undefined : readPeriod(period === 0 ? left : right, text);
  const from = start ?? end?.minus(length ?? 0);
  const to = end ?? start?.plus(length ?? 0);
  if (!from?.isValid || !to?.isValid) throw unreadable(text);
  if (to < from) throw badRequest(`intervals: the end of ${text} lies before its start`);
  return { start: from.toMillis(), end: to.toMillis() };
}

/** The beginning and the end of Joda's time, which Druid writes for “always” (field notes §2.11). */
export const always = {
  start: '-146136543-09-08T08:23:32.096Z',
  end: '146140482-04-24T15:36:27.903Z',
} as const;

/** As far as times go here, milliseconds from 1970 UTC. */
export const endOfTimes = 8_640_000_000_000_000;

function readTime(text: string, interval: string): DateTime {
  if (text === always.start) return DateTime.fromMillis(-endOfTimes, { zone: 'utc' });
  if (text === always.end) return DateTime.fromMillis(endOfTimes, { zone: 'utc' });
  const time = DateTime.fromISO(text, { zone: 'utc' });
  // Without a date it would be a time of today, which Druid does not know.
  if (!time.isValid || !/^(\d{4}|[+-]\d{6})/.test(text)) throw unreadable(interval);
  return time;
}

function readPeriod(text: string, interval: string): Duration {
  const period = Duration.fromISO(text.toUpperCase());
  if (!period.isValid) throw unreadable(interval);
  return period;
}

const unreadable = (interval: string) =>
  badRequest(
    `intervals: ${interval} is not an ISO 8601 interval such as 2026-11-20T00:00Z/2026-11-21T00:00Z`,
  );
