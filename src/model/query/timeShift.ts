import { DateTime, type DurationLikeObject } from 'luxon';
import { isRecord } from 'netsensor-contract/text/looseValues';
import { queryStretches } from 'netsensor-contract/query/timeBuckets';
import { printInterval } from 'netsensor-contract/query/timeRange';

/** How much earlier a query can be asked once more: by the calendar, so that a day of 23 or 25 hours is still a day. */
export const timeShifts = ['day', 'week'] as const;
export type TimeShift = (typeof timeShifts)[number];

/** A shift in the time zone whose calendar counts. */
export interface ZonedShift {
  readonly shift: TimeShift;
  readonly zone: string;
}

const steps: Readonly<Record<TimeShift, DurationLikeObject>> = { day: { days: 1 }, week: { weeks: 1 } };

/**
 * The same query about the same stretches of time, that much earlier; undefined where its times cannot be read.
 * @param query as it is sent
 */
export function earlierQuery(query: unknown, { shift, zone }: ZonedShift): object | undefined {
  if (!isRecord(query)) return undefined;
  const stretches = queryStretches(query);
  if (stretches.length === 0) return undefined;
  const earlier = (time: number) => DateTime.fromMillis(time, { zone }).minus(steps[shift]).toMillis();
  const intervals = stretches.map(({ start, end }) =>
    printInterval({ start: earlier(start), end: earlier(end) }),
  );
  return { ...query, intervals };
}

/**
 * The time that much later, in UTC. Null for an hour that its later day does not have, where clocks went forward; anything
 * that is no time stays as it is.
 */
export function laterTime<T>(sent: T, { shift, zone }: ZonedShift): T | string | null {
  const time = typeof sent === 'string' ? DateTime.fromISO(sent, { zone: 'utc' }).setZone(zone) : undefined;
  if (!time?.isValid) return sent;
  const later = time.plus(steps[shift]);
  return later.hour === time.hour && later.minute === time.minute ? (later.toUTC().toISO() ?? sent) : null;
}
