import { DateTime } from 'luxon';
import type { DataQuery } from '../../model/query/query.js';
import { badRequest } from '../http/errorAnswers.js';
import type { Buckets } from './buckets.js';
import { calendarBuckets } from './time/buckets.js';
import { fixedBuckets } from './fixedBuckets.js';
import type { TimeRange } from './time/intervals.js';
import { readPeriod } from './period.js';

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

/** Widths of the named granularities; fixed lengths count from 1970 UTC (field notes §2.5). */
const widths: Readonly<Record<string, number>> = {
  none: 1,
  second: 1000,
  minute,
  five_minute: 5 * minute,
  ten_minute: 10 * minute,
  fifteen_minute: 15 * minute,
  thirty_minute: 30 * minute,
  hour,
  six_hour: 6 * hour,
  eight_hour: 8 * hour,
  day,
};

const calendarNames: Readonly<Record<string, object>> = {
  month: { months: 1 },
  quarter: { months: 3 },
  year: { years: 1 },
};

/**
 * Understands the granularity of a query.
 * @param range covers everything that will be cut; calendar buckets are only worked out inside it
 * @throws HttpProblem 400 for a period, zone or origin that cannot be read
 */
export function readGranularity(granularity: DataQuery['granularity'], range: TimeRange): Granularity {
  if (granularity === 'all') return { buckets: undefined, print: printUtc };
  if (typeof granularity === 'string') return { buckets: namedBuckets(granularity, range), print: printUtc };
  const origin = readOrigin(granularity.origin);
  if (granularity.type === 'duration') {
    const width = Number(granularity.duration);
    if (!Number.isSafeInteger(width) || width < 1) {
      throw badRequest('granularity.duration: not a number of milliseconds');
    }
    return { buckets: fixedBuckets(width, origin ?? 0), print: printUtc };
  }
  const zone = granularity.timeZone ?? 'UTC';
  const buckets = readPeriod({ period: granularity.period, zone, origin }, range);
  return { buckets, print: printerIn(zone) };
}

function namedBuckets(name: string, range: TimeRange): Buckets {
  const width = widths[name];
  if (width !== undefined) return fixedBuckets(width, 0);
  const step = calendarNames[name];
  return step
    ? calendarBuckets({ step, zone: 'UTC', origin: undefined }, range)
    : fixedBuckets(7 * day, firstMonday);
}

function readOrigin(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const origin = DateTime.fromISO(text, { zone: 'utc' });
  if (!origin.isValid) throw badRequest(`granularity.origin: ${text} is not an ISO 8601 time`);
  return origin.toMillis();
}

const printUtc = (time: number): string => new Date(time).toISOString();

/** Printing in a zone is slow and buckets repeat, so each time is printed once. */
function printerIn(zone: string): (time: number) => string {
  if (zone === 'UTC') return printUtc;
  const printed = new Map<number, string>();
  return time => {
    const known = printed.get(time);
    if (known !== undefined) return known;
    const text = DateTime.fromMillis(time, { zone }).toISO() ?? printUtc(time);
    printed.set(time, text);
    return text;
  };
}
