import { DateTime, Duration } from 'luxon';
import * as z from 'zod';
import { granularityNames } from './queryChoices.js';
import { isRelativeRange, resolveRange, type Stretch } from './timeRange.js';

const granularityDescription =
  'Bucket size: a name, or a period object such as {"type":"period","period":"PT6M"}.';

/** Bucket size (contract 002, Granularity values). */
export const granularity = z
  .union([
    z.enum([...granularityNames.contract, ...granularityNames.alsoKnown]),
    z.strictObject({
      type: z.literal('period').describe('Buckets of an ISO 8601 duration.'),
      period: z
        .string()
        .regex(
          /^[pP](?=[\dtT])(\d+[yY])?(\d+[mM])?(\d+[wW])?(\d+[dD])?([tT](\d+[hH])?(\d+[mM])?(\d+[sS])?)?$/,
        )
        .meta({
          description: 'ISO 8601 duration.',
          examples: ['PT6M', 'PT1H', 'P1D'],
          errorMessage: 'An ISO 8601 duration such as PT6M or P1D.',
        }),
      timeZone: z
        .string()
        .optional()
        .describe('Time zone of the buckets, such as Europe/Madrid; UTC when left out.'),
      origin: z.string().optional().describe('Time that buckets are counted from.'),
    }),
    z.strictObject({
      type: z.literal('duration').describe('Buckets of a fixed length.'),
      duration: z.union([z.int().min(1), z.string()]).describe('Length in milliseconds.'),
      origin: z.string().optional().describe('Time that buckets are counted from.'),
    }),
  ])
  .describe(granularityDescription);

/** The stretches of time that a granularity tells rows apart by; all times in milliseconds since 1970 UTC. */
export interface Buckets {
  /** From one start to the next, at most: days of a zone and months have several lengths. */
  readonly longest: number;
  /** Where the bucket starts that holds a time. */
  startOf(time: number): number;
}

/** The named granularities as periods; `all` and `none` are not among them. */
export const periods: Readonly<Record<string, string>> = {
  second: 'PT1S',
  minute: 'PT1M',
  five_minute: 'PT5M',
  ten_minute: 'PT10M',
  fifteen_minute: 'PT15M',
  thirty_minute: 'PT30M',
  hour: 'PT1H',
  six_hour: 'PT6H',
  eight_hour: 'PT8H',
  day: 'P1D',
  week: 'P1W',
  month: 'P1M',
  quarter: 'P3M',
  year: 'P1Y',
};

/** Longest days of the units whose lengths differ. */
const longestDays: Readonly<Record<string, number>> = { years: 366, months: 31, weeks: 7, days: 1 };
const hour = 3_600_000;
const day = 86_400_000;

type CalendarUnit = 'years' | 'months' | 'weeks' | 'days';

/**
 * The buckets of a query's granularity (field notes §2.5); undefined for `all`, for `none`, for what cannot be read, and for
 * periods of several units of the calendar, which are stepped from their origin.
 */
export function bucketsOf(written: unknown): Buckets | undefined {
  const named = typeof written === 'string' ? periods[written.toLowerCase()] : undefined;
  const read = granularity.safeParse(named ? { type: 'period', period: named } : written);
  if (!read.success || typeof read.data === 'string') return undefined;
  if (read.data.type === 'duration') {
    const origin = DateTime.fromISO(read.data.origin ?? '1970-01-01', { zone: 'utc' });
    return fixed(Number(read.data.duration), origin.toMillis());
  }
  const { period, timeZone = 'UTC', origin } = read.data;
  const first = DateTime.fromISO(origin ?? '1970-01-01', { zone: origin ? 'utc' : timeZone }).setZone(
    timeZone,
  );
  return first.isValid ? ofPeriod(period, { first, hasOrigin: origin !== undefined }) : undefined;
}

interface Counting {
  /** Where counting starts, in the zone. */
  readonly first: DateTime;
  readonly hasOrigin: boolean;
}

function ofPeriod(period: string, { first, hasOrigin }: Counting): Buckets | undefined {
  const duration = Duration.fromISO(period.toUpperCase());
  const units = Object.entries(duration.toObject()).filter(([, count]) => count > 0);
  const [[unit, count] = ['', 0]] = units;
  const isCalendar = units.some(([name]) => longestDays[name] !== undefined);
  const hasOneUnit = units.length === 1;
  const longest = units.reduce((sum, [name, amount]) => sum + amount * lengthOf(name), 0);
  if (hasOneUnit && count === 1 && !hasOrigin) {
    const name = unit.slice(0, -1) as 'day';
    const startOf = (time: number) =>
      DateTime.fromMillis(time, { zone: first.zone }).startOf(name).toMillis();
    return { longest: isCalendar ? withClockChange(longest, first) : longest, startOf };
  }
  if (!isCalendar || (first.zone.isUniversal && !units.some(([name]) => /years|months/.test(name))))
    return fixed(longest, first.toMillis());
  if (!hasOneUnit) return undefined;
  const startOf = (time: number) => counted(time, { first, unit: unit as CalendarUnit, count });
  return { longest: withClockChange(longest, first), startOf };
}

const lengthOf = (unit: string): number =>
  longestDays[unit] === undefined ? Duration.fromObject({ [unit]: 1 }).toMillis() : longestDays[unit] * day;

/** Clocks go back by two hours at most. */
const withClockChange = (length: number, { zone }: DateTime): number =>
  zone.isUniversal ? length : length + 2 * hour;

function fixed(length: number, origin: number): Buckets | undefined {
  if (!(length >= 1) || !Number.isFinite(origin)) return undefined;
  return { longest: length, startOf: time => origin + Math.floor((time - origin) / length) * length };
}

/** Steps of several days, weeks, months or years, each counted from the first one so that ends of months are not lost. */
function counted(
  time: number,
  { first, unit, count }: { first: DateTime; unit: CalendarUnit; count: number },
): number {
  const at = (steps: number) => first.plus({ [unit]: steps }).toMillis();
  const passed = DateTime.fromMillis(time, { zone: first.zone }).diff(first, unit).as(unit);
  let number = Math.floor(passed / count) * count;
  while (at(number) > time) number -= count;
  while (at(number + count) <= time) number += count;
  return at(number);
}

/** The stretches of time that a query looks at, as it is sent; in order, and those that touch as one. */
export function queryStretches({ intervals }: { readonly intervals?: unknown }): Stretch[] {
  const read = [intervals].flat().flatMap(text => {
    if (typeof text !== 'string' || isRelativeRange(text)) return [];
    const result = resolveRange(text, { now: 0, zone: 'UTC' });
    return 'stretch' in result ? [result.stretch] : [];
  });
  return joinStretches(read);
}

/**
 * The stretch of time that a row is about: the bucket that holds its time, as far as the query looks at it; undefined where
 * rows are not told apart by a known bucket.
 * @param query as it is sent
 * @param sent the time of the row as the manager sent it
 */
export function rowStretch(query: unknown, sent: unknown): Stretch | undefined {
  const { granularity, intervals } = Object(query) as Readonly<Record<string, unknown>>;
  const buckets = bucketsOf(granularity);
  const time = typeof sent === 'string' ? DateTime.fromISO(sent, { zone: 'utc' }).toMillis() : Number.NaN;
  if (!buckets || Number.isNaN(time)) return undefined;
  const start = buckets.startOf(time);
  // One longest step further is always in the next bucket.
  const end = buckets.startOf(start + buckets.longest);
  const looked = queryStretches({ intervals }).filter(each => each.start < end && each.end > start);
  const first = looked[0];
  const last = looked.at(-1);
  if (!first || !last) return { start, end };
  return { start: Math.max(start, first.start), end: Math.min(end, last.end) };
}

/** The same stretches of time in order, with those joined that overlap or touch. */
export function joinStretches(stretches: readonly Stretch[]): Stretch[] {
  const joined: { start: number; end: number }[] = [];
  for (const { start, end } of stretches.toSorted((one, other) => one.start - other.start)) {
    const last = joined.at(-1);
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else joined.push({ start, end });
  }
  return joined;
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
