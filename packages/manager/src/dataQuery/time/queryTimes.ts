import { DateTime, Duration, IANAZone } from 'luxon';
import { joinStretches, periods } from 'netsensor-contract/query/timeBuckets';
import type { Stretch } from 'netsensor-contract/query/timeRange';
import { badRequest } from '../../http/errors.js';
import type { DataQuery } from 'netsensor-contract/query/query';
import { type Buckets, calendarBuckets, fixedBuckets } from './buckets.js';

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
  const length = period === -1 ? undefined : lengthOf(period === 0 ? left : right, text);
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

function lengthOf(text: string, interval: string): Duration {
  const period = Duration.fromISO(text.toUpperCase());
  if (!period.isValid) throw unreadable(interval);
  return period;
}

const unreadable = (interval: string) =>
  badRequest(
    `intervals: ${interval} is not an ISO 8601 interval such as 2026-11-20T00:00Z/2026-11-21T00:00Z`,
  );

/** Buckets, and how their starts are printed. */
export interface Granularity {
  /** Undefined for `all`: one bucket. */
  readonly buckets: Buckets | undefined;
  /** A time with milliseconds and `Z`, or with the offset of a period's zone (field notes §2.4). */
  print(time: number): string;
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
/** 1970-01-05, a Monday. */
const firstMonday = 4 * day;

/**
 * Understands the granularity of a query.
 * @param range covers everything that will be cut; calendar buckets are only worked out inside it
 * @throws HttpProblem 400 for a period, zone or origin that cannot be read
 */
export function readGranularity(granularity: DataQuery['granularity'], range: Stretch): Granularity {
  if (granularity === 'all') return { buckets: undefined, print: printUtc };
  if (typeof granularity === 'string') return { buckets: namedBuckets(granularity, range), print: printUtc };
  const origin = readOrigin(granularity.origin);
  if (granularity.type === 'duration') {
    const width = Number(granularity.duration);
    if (!Number.isSafeInteger(width) || width < 1) {
      throw badRequest('granularity.duration: not a number of milliseconds');
    }
    return { buckets: fixedBuckets(width, origin ?? 0, range), print: printUtc };
  }
  const zone = zoneName(granularity.timeZone ?? 'UTC');
  const buckets = readPeriod({ period: granularity.period, zone, origin }, range);
  return { buckets, print: printerIn(zone) };
}

/** Fixed lengths count from 1970 UTC (field notes §2.5). */
const namedBuckets = (name: string, range: Stretch): Buckets =>
  name === 'none'
    ? fixedBuckets(1, 0, range)
    : readPeriod({ period: periods[name] ?? '', zone: 'UTC', origin: undefined }, range);

function readOrigin(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const origin = DateTime.fromISO(text, { zone: 'utc' });
  if (!origin.isValid) throw badRequest(`granularity.origin: ${text} is not an ISO 8601 time`);
  return origin.toMillis();
}

const printUtc = (time: number): string =>
  time === -endOfTimes ? always.start : new Date(time).toISOString();

/** An offset alone is a zone too; luxon wants it said that it is one from UTC (field notes §2.11). */
const zoneName = (text: string): string =>
  text.replace(/^[+-]\d\d(?=:?\d\d$|$)/, 'UTC$&').replace(/(\d\d)(\d\d)$/, '$1:$2');

/** Printing in a zone is slow and buckets repeat, so each time is printed once. */
function printerIn(zone: string): (time: number) => string {
  if (zone === 'UTC') return printUtc;
  const printed = new Map<number, string>();
  return time => {
    const known = printed.get(time);
    if (known !== undefined) return known;
    const local = DateTime.fromMillis(time, { zone });
    // Where the offset is 0 at the moment, Z is printed for it (field notes §2.11).
    const text = (local.offset === 0 ? undefined : local.toISO()) ?? printUtc(time);
    printed.set(time, text);
    return text;
  };
}

/** A period granularity as it was sent. */
export interface PeriodSpec {
  /** ISO 8601 duration; its letters may be lower case (field notes §2.1). */
  readonly period: string;
  readonly zone: string;
  readonly origin: number | undefined;
}

/** Milliseconds of the units that always last as long; days and weeks only where clocks never change. */
const lengths: Readonly<Record<string, number>> = { hours: hour, minutes: minute, seconds: 1000 };
const daily: Readonly<Record<string, number>> = { weeks: 7 * day, days: day };

/**
 * The buckets of a period (field notes §2.5): fixed lengths where all units have one, else calendar steps.
 * @throws HttpProblem 400 for a period or zone that cannot be read
 */
function readPeriod(spec: PeriodSpec, range: Stretch): Buckets {
  const { zone, origin } = spec;
  const units = unitsOf(spec.period);
  const sample = DateTime.fromMillis(range.start, { zone });
  if (!sample.isValid) throw badRequest(`granularity.timeZone: ${zone} is not a time zone`);
  const constant =
    sample.zone.isUniversal || (IANAZone.isValidZone(zone) && /^(Etc\/)?(UTC|GMT)$/i.test(zone));
  const known: Readonly<Record<string, number>> = constant ? { ...lengths, ...daily } : lengths;
  if (units.some(([unit]) => known[unit] === undefined)) {
    return calendarBuckets({ step: Object.fromEntries(units), zone, origin }, range);
  }
  const width = units.reduce((sum, [unit, count]) => sum + count * (known[unit] ?? 0), 0);
  return fixedBuckets(width, origin ?? defaultOrigin(units, sample), range);
}

/**
 * One whole unit is cut at the clock of the zone, weeks on Monday; anything else is counted from
 * 1970-01-01T00:00 in the zone.
 */
function defaultOrigin(units: readonly (readonly [string, number])[], sample: DateTime): number {
  const [unit, count] = units[0] ?? ['', 0];
  if (units.length === 1 && count === 1) {
    return (unit === 'weeks' ? firstMonday : 0) - sample.offset * minute;
  }
  return DateTime.fromObject({ year: 1970, month: 1, day: 1 }, { zone: sample.zone }).toMillis();
}

/** The units of a period that are not zero, the largest first. */
function unitsOf(period: string): (readonly [string, number])[] {
  const duration = Duration.fromISO(period.toUpperCase());
  if (!duration.isValid) throw badRequest(`granularity.period: ${period} is not an ISO 8601 duration`);
  const units = Object.entries(duration.toObject()).filter(([, count]) => count !== 0);
  if (units.length === 0) throw badRequest(`granularity.period: ${period} has no length`);
  return units;
}
