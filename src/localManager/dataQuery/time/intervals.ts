import { DateTime, Duration } from 'luxon';
import { badRequest } from '../../http/errorAnswers.js';

/** A stretch of time in milliseconds since 1970 UTC, the end not included. */
export interface TimeRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Reads intervals and joins those that overlap or touch, so that no row counts twice (field notes §2.4).
 * @throws HttpProblem 400 for an interval that cannot be read
 */
export const readIntervals = (texts: readonly string[]): TimeRange[] => joinRanges(texts.map(readInterval));

/** The same stretches of time in order, with those joined that overlap or touch. */
export function joinRanges(ranges: readonly TimeRange[]): TimeRange[] {
  const sorted = ranges.toSorted((a, b) => a.start - b.start);
  const joined: { start: number; end: number }[] = [];
  for (const { start, end } of sorted) {
    const last = joined.at(-1);
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else joined.push({ start, end });
  }
  return joined;
}

/** `start/end`, `start/period` or `period/end`; times without an offset are UTC. */
function readInterval(text: string): TimeRange {
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

function readTime(text: string, interval: string): DateTime {
  const time = DateTime.fromISO(text, { zone: 'utc' });
  if (!time.isValid) throw unreadable(interval);
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
