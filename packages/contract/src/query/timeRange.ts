import { DateTime, Duration, type DurationLikeObject } from 'luxon';

/** When and where "now" is, for ranges such as `last 24 hours`. */
export interface Clock {
  /** Milliseconds since 1970 UTC. */
  readonly now: number;
  /** IANA name such as `Europe/Madrid`, or `UTC`. */
  readonly zone: string;
}

/** A stretch of time in milliseconds since 1970 UTC, the end not included. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** Why a range means no stretch of time. */
export type RangeProblem = 'unreadable' | 'reversed' | 'empty' | 'zone';

export type RangeResult = { readonly stretch: Stretch } | { readonly problem: RangeProblem };

/** What a notebook looks at until somebody chooses something else. */
export const defaultRange = 'last 24 hours';

/** The ranges that a menu offers; any other may be written. */
export const usualRanges = [
  'last 15 minutes',
  'last hour',
  'last 6 hours',
  'last 24 hours',
  'last 7 days',
  'last 30 days',
  'today',
  'yesterday',
  'this week',
  'previous week',
  'this month',
  'previous month',
] as const;

type Unit = 'second' | 'minute' | 'hour' | 'day' | 'week' | 'month' | 'quarter' | 'year';

const shortUnits: Readonly<Record<string, Unit>> = {
  s: 'second',
  m: 'minute',
  min: 'minute',
  h: 'hour',
  d: 'day',
  w: 'week',
  mo: 'month',
  y: 'year',
};
const unitNames = 'second|minute|hour|day|week|month|quarter|year';
const lastForm = new RegExp(
  String.raw`^last(?:\s+(\d{1,6}))?\s*(?:(${unitNames})s?|(mo|min|[smhdwy]))$`,
  'i',
);
const wholeForm = new RegExp(`^(this|previous)\\s+(${unitNames})$`, 'i');
const momentForm = /^(now|today|yesterday)((?:\s*[+-]\s*\d{1,6}\s*(?:mo|min|[smhdwy]))*)$/i;

/** Whether a range depends on when it is looked at; any other is left to the manager as it is. */
export function isRelativeRange(text: string): boolean {
  const sides = text.split('/').map(side => side.trim());
  if (sides.length === 2) return sides.some(side => momentForm.test(side));
  return sides.length === 1 && (lastForm.test(text.trim()) || namedRange(text) !== undefined);
}

/**
 * The stretch of time that a range means: `last 15 minutes`, `today`, `this week`, `previous month`, or two sides with a
 * slash, each an ISO 8601 time, a duration, or `now`, `today` or `yesterday` with steps such as `-6h`. Times without an
 * offset are UTC, as managers read them (field notes §2.4). Days and longer steps follow the calendar of the zone, so that
 * a day of 23 or 25 hours is still a day.
 */
export function resolveRange(text: string, { now, zone }: Clock): RangeResult {
  const moment = DateTime.fromMillis(Math.floor(now / 1000) * 1000, { zone });
  if (!moment.isValid) return { problem: 'zone' };
  const ends = endsOf(text.trim(), moment);
  if (!ends?.start.isValid || !ends.end.isValid) return { problem: 'unreadable' };
  const stretch = { start: ends.start.toMillis(), end: ends.end.toMillis() };
  if (stretch.start === stretch.end) return { problem: 'empty' };
  return stretch.start < stretch.end ? { stretch } : { problem: 'reversed' };
}

/** `2026-11-20T08:00:00Z/2026-11-20T09:00:00Z`, as managers take it. */
export const printInterval = ({ start, end }: Stretch): string => `${printTime(start)}/${printTime(end)}`;

/** The same with the times of a zone and their offsets, as the range of a notebook or a cell. */
export const printIntervalIn = ({ start, end }: Stretch, zone: string): string =>
  [start, end]
    .map(time => DateTime.fromMillis(time, { zone }).toISO({ suppressMilliseconds: true }) ?? printTime(time))
    .join('/');

const printTime = (time: number) => new Date(time).toISOString().replace('.000Z', 'Z');

/** Whether luxon, and so a notebook, knows a time zone. */
export const isTimeZone = (zone: string): boolean => DateTime.utc().setZone(zone).isValid;

interface Ends {
  readonly start: DateTime;
  readonly end: DateTime;
}

function endsOf(text: string, now: DateTime): Ends | undefined {
  const last = lastForm.exec(text);
  if (last) {
    const unit = (last[2]?.toLowerCase() as Unit | undefined) ?? shortUnits[last[3]?.toLowerCase() ?? ''];
    return unit && { start: now.minus(step(unit, Number(last[1] ?? 1))), end: now };
  }
  const named = namedRange(text);
  if (named) {
    // Where clocks go forward at midnight, a day starts at one o'clock and the next one at midnight again.
    const start = now.startOf(named.unit).minus(step(named.unit, named.back)).startOf(named.unit);
    return { start, end: start.plus(step(named.unit, 1)).startOf(named.unit) };
  }
  const sides = text.split('/').map(side => side.trim());
  return sides.length === 2 ? sidesOf(sides as [string, string], now) : undefined;
}

function namedRange(text: string): { unit: Unit; back: number } | undefined {
  const word = text.trim().toLowerCase();
  if (word === 'today') return { unit: 'day', back: 0 };
  if (word === 'yesterday') return { unit: 'day', back: 1 };
  const [, which, unit] = wholeForm.exec(word) ?? [];
  return unit ? { unit: unit as Unit, back: which === 'this' ? 0 : 1 } : undefined;
}

function sidesOf([left, right]: readonly [string, string], now: DateTime): Ends | undefined {
  const [length, other] = /^p/i.test(left) ? [left, right] : /^p/i.test(right) ? [right, left] : [];
  if (length === undefined || other === undefined) {
    return { start: momentOf(left, now), end: momentOf(right, now) };
  }
  const duration = Duration.fromISO(length.toUpperCase());
  if (!duration.isValid) return undefined;
  const moment = momentOf(other, now);
  return length === left
    ? { start: moment.minus(duration), end: moment }
    : { start: moment, end: moment.plus(duration) };
}

function momentOf(text: string, now: DateTime): DateTime {
  const [, word, steps = ''] = momentForm.exec(text) ?? [];
  // Of a time alone luxon would make one of today, which managers do not read.
  if (word === undefined && !/^[+-]?\d{4}/.test(text)) return DateTime.invalid('no date');
  if (word === undefined) return DateTime.fromISO(text, { zone: 'utc', setZone: false });
  const midnight = now.startOf('day');
  const yesterday = midnight.minus({ days: 1 }).startOf('day');
  const start = { now, today: midnight, yesterday }[word.toLowerCase()] ?? now;
  return [...steps.matchAll(/([+-])\s*(\d+)\s*([a-z]+)/gi)].reduce((moment, [, sign, count, unit]) => {
    const change = step(shortUnits[unit?.toLowerCase() ?? ''] ?? 'second', Number(count));
    return sign === '-' ? moment.minus(change) : moment.plus(change);
  }, start);
}

const step = (unit: Unit, count: number): DurationLikeObject => ({ [`${unit}s`]: count });

/** What the text of an interval in a cell looks like, as far as a JSON schema can tell; see `resolveRange` for the rest. */
export const intervalPattern = String.raw`^[^/]+/[^/]+$|^\s*([Ll]ast|[Tt]oday|[Yy]esterday|[Tt]his|[Pp]revious)\b|\$\{\w`;

/** What a query without intervals of its own looks at, and by which clock. */
export interface QueryTimeContext extends Clock {
  /** Range of the cell or the notebook. */
  readonly range: string;
}

/** A query as it is sent. */
export interface TimedQuery {
  readonly query: unknown;
  /** The stretches of time it asks for, as far as they can be read. */
  readonly stretches: readonly Stretch[];
}

/**
 * Fills in the intervals of a query that has none and replaces relative ones. Whatever cannot be read stays as it is
 * written: the manager is the judge of it.
 */
export function resolveQueryTimes(query: unknown, context: QueryTimeContext): TimedQuery {
  if (typeof query !== 'object' || query === null || Array.isArray(query)) return { query, stretches: [] };
  const written = (query as { intervals?: unknown }).intervals;
  const texts = written === undefined || written === null ? [context.range] : [written].flat();
  const intervals = texts.map(text => resolved(text, context));
  const sent = typeof written === 'string' ? intervals[0]?.text : intervals.map(({ text }) => text);
  return {
    query: { ...query, intervals: sent },
    stretches: intervals.flatMap(({ stretch }) => (stretch ? [stretch] : [])),
  };
}

function resolved(text: unknown, context: QueryTimeContext): { text: unknown; stretch?: Stretch } {
  if (typeof text !== 'string') return { text };
  const result = resolveRange(text, context);
  if (!('stretch' in result)) return { text };
  const { stretch } = result;
  // What the contract itself knows is sent as it is written; the range of a notebook may be such an interval too.
  return { text: isRelativeRange(text) ? printInterval(stretch) : text, stretch };
}

/** Days that a query may look at without being asked about; one that is an hour longer crosses a change of the clocks. */
const mostDays = 30;
const hour = 3_600_000;

/**
 * How many days a query looks at, when these are many and no filter leaves rows out; undefined for any other.
 * @param query as it is sent
 */
export function unfilteredDays(query: unknown, stretches: readonly Stretch[]): number | undefined {
  const { filter, namespace_uuids: namespaces } = Object(query) as Readonly<Record<string, unknown>>;
  const isFiltered =
    (filter ?? undefined) !== undefined || (Array.isArray(namespaces) && namespaces.length > 0);
  const length = stretches.reduce((sum, { start, end }) => sum + end - start, 0);
  return isFiltered || length <= (24 * mostDays + 1) * hour ? undefined : Math.round(length / (24 * hour));
}
