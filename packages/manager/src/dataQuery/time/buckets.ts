import { DateTime, Duration, Info } from 'luxon';
import { lastUpTo } from 'netsensor-contract/text/collections';
import type { Stretch } from 'netsensor-contract/query/timeRange';
import type { Parameters } from '../expressions.js';
import { badRequest } from '../../http/errors.js';
import historyOfJoda from './historyOfJoda.json';

/** How time is cut into buckets. Times are milliseconds since 1970 UTC. */
export interface Buckets {
  /** SQL for the number of the bucket that a time lies in; later buckets have higher numbers. */
  sql(time: string, parameters: Parameters): string;
  /** Where the bucket with a number starts. */
  startOf(number: number): number;
  /** Starts of the buckets that a stretch of time touches, ascending. */
  starts(range: Stretch): number[];
  /** How many these are. */
  count(range: Stretch): number;
  /** Where the bucket that holds a time ends. */
  endAfter(time: number): number;
}

/** Year 1: nothing is stored before it, so counting from here keeps every remainder positive. */
const earliest = -62_135_596_800_000;

/** A thousand years; longer buckets would start outside what dates can express. */
const longest = 31_557_600_000_000;

/**
 * Buckets of one length in milliseconds, counted from an origin in both directions.
 * @param range covers all times that SQL numbers
 * @throws HttpProblem 400 for a length of more than a thousand years
 */
export function fixedBuckets(width: number, origin: number, range: Stretch): Buckets {
  if (width > longest) throw badRequest('granularity: buckets are longer than a thousand years');
  const start = (time: number) => time - remainder(time - origin, width);
  const base = range.start < 0 ? start(earliest) - width : start(0);
  const count = (range: Stretch) => Math.ceil((range.end - start(range.start)) / width);
  return {
    // Rows are grouped by the number of the bucket: making times of numbers for each row would take a third longer. Our own
    // numbers stand in the text, which takes the engine a twentieth less than bound ones, and so does to subtract nothing.
    sql: time => (base === 0 ? `(${time} // ${width})` : `((${time} - (${base})) // ${width})`),
    startOf: number => base + number * width,
    // Buckets that are shorter than the minutes in which rows are stored are all there (field notes §2.11).
    starts: range => {
      const first = start(range.start);
      refuseMoreThan(mostFixedBuckets, count(range));
      return Array.from({ length: count(range) }, (_none, index) => first + index * width);
    },
    count,
    endAfter: time => start(time) + width,
  };
}

const remainder = (value: number, divisor: number): number => ((value % divisor) + divisor) % divisor;

/** A calendar step in a zone: days, weeks, months or years, whose lengths differ. */
export interface CalendarPeriod {
  /** Amounts by luxon unit, for example `{ days: 1 }`. */
  readonly step: Readonly<Record<string, number>> | object;
  readonly zone: string;
  /** Where counting starts; undefined for 1970-01-01T00:00 in the zone. */
  readonly origin: number | undefined;
}

const mostBuckets = 20_000;

/** An hour of `none` is 3.6 million; what a client could not use must not fill the memory either. */
export const mostFixedBuckets = 1_000_000;

/** @throws HttpProblem 400 for more buckets than that */
export function refuseMoreThan(most: number, count: number): void {
  if (count > most) throw badRequest(`granularity: more than ${most} buckets`);
}

/**
 * Buckets of a calendar step, worked out for a stretch of time (field notes §2.5, PeriodGranularity.truncate).
 * @throws HttpProblem 400 when the stretch would have more than 20,000 buckets
 */
export function calendarBuckets(period: CalendarPeriod, range: Stretch): Buckets {
  const bounds = boundsOf(period, range);
  const indexOf = (time: number) => lastUpTo(bounds, time);
  const starts = ({ start, end }: Stretch) => {
    const first = indexOf(start);
    const after = bounds.findIndex((bound, index) => index > first && bound >= end);
    return bounds.slice(first, after === -1 ? undefined : after);
  };
  return {
    // Their numbers are the times at which they start.
    sql: (time, parameters) => nestedCase(time, bounds, parameters),
    startOf: number => number,
    starts,
    count: range => starts(range).length,
    endAfter: time => bounds[indexOf(time) + 1] ?? range.end,
  };
}

/** Bucket starts from the one at or before the range to the first one at or after its end. */
function boundsOf(period: CalendarPeriod, range: Stretch): number[] {
  const bounds: number[] = [];
  for (const start of startsFrom(period, range)) {
    if (Number.isNaN(start)) throw badRequest('granularity: buckets reach beyond what dates can express');
    bounds.push(start);
    if (start >= range.end) return bounds;
    refuseMoreThan(mostBuckets, bounds.length);
  }
  return bounds;
}

/** Bucket starts, ascending without end, from the bucket that holds the start of a range. */
function* startsFrom({ step, zone, origin }: CalendarPeriod, range: Stretch): Generator<number> {
  const { start: time } = range;
  const units = Object.entries(step as Record<string, number>);
  const [unit, count] = units[0] ?? ['days', 1];
  if (units.length > 1) yield* compoundStarts({ step, zone, origin }, range);
  else if (count === 1 && origin === undefined) {
    const name = unit.slice(0, -1) as 'day' | 'week' | 'month' | 'year';
    let current = DateTime.fromMillis(time, { zone }).startOf(name);
    for (;;) {
      // A day that begins twice, as where clocks go back at one o'clock, is two (Azores).
      const [first = current, ...again] = current.getPossibleOffsets();
      for (const start of [first, ...again]) yield start.toMillis();
      current = current.plus({ [unit]: 1 }).startOf(name);
    }
  } else {
    const first = originOf(zone, origin);
    const passed = DateTime.fromMillis(time, { zone })
      .diff(first, unit as 'days')
      .as(unit as 'days');
    let number = Math.floor(passed / count) * count;
    const at = (steps: number) => moved(first, { [unit]: steps }).toMillis();
    while (at(number) > time) number -= count;
    while (at(number + count) <= time) number += count;
    for (; ; number += count) yield at(number);
  }
}

/** Most steps from the origin: a day and a minute at a time go from 1970 to 2106. */
const mostSteps = 50_000;

/** Milliseconds for which the clocks of a zone are looked up, which takes 50 µs for each week. */
const longestHistory = 400 * 31_557_600_000;

/** Several units at once are stepped from the origin in both directions, as a sum that is carried along. */
function* compoundStarts(
  { step, zone, origin }: CalendarPeriod,
  { start: time, end }: Stretch,
): Generator<number> {
  const from = originOf(zone, origin).toMillis();
  const length = Duration.fromObject(step).toMillis();
  if (Math.abs(time - from) > mostSteps * length) {
    throw badRequest('granularity.origin: too far from the intervals');
  }
  const known = { start: Math.min(time, from) - length, end: Math.max(end, from) + length };
  if (known.end - known.start > longestHistory) {
    throw badRequest('granularity: its period and the way from its origin are longer than 400 years');
  }
  const clock = zoneClock(zone, known);
  const units = Object.entries(step as Record<string, number>);
  const forth = clock.stepper(units);
  const back = clock.stepper(units.map(([unit, count]) => [unit, -count]));
  const before: number[] = [];
  for (let earlier = from; earlier > time; before.push(earlier)) earlier = back(earlier);
  yield* before.reverse();
  let current = from;
  const isAfter = before.length === 0;
  for (let next = from; isAfter && next <= time; next = forth(next)) current = next;
  for (; ; current = forth(current)) yield current;
}

/** Each unit is added by itself, the largest first; of two times with the same clock the first is meant, as in Joda. */
function moved(from: DateTime, by: object): DateTime {
  return Object.entries(by).reduce((time, [unit, count]) => {
    const there = time.plus({ [unit]: count as number });
    return /^(hours|minutes|seconds)$/.test(unit) ? there : (there.getPossibleOffsets()[0] ?? there);
  }, from);
}

const originOf = (zone: string, origin: number | undefined): DateTime =>
  origin === undefined
    ? DateTime.fromObject({ year: 1970, month: 1, day: 1 }, { zone })
    : DateTime.fromMillis(origin, { zone });

/** A balanced tree of comparisons: each time takes few of them, however many buckets there are. */
function nestedCase(time: string, bounds: readonly number[], parameters: Parameters): string {
  if (bounds.length <= 1) return parameters.whole(bounds[0] ?? 0);
  const middle = bounds.length >> 1;
  const bound = parameters.whole(bounds[middle] ?? 0);
  const before = nestedCase(time, bounds.slice(0, middle), parameters);
  return `CASE WHEN ${time} < ${bound} THEN ${before} ELSE ${nestedCase(time, bounds.slice(middle), parameters)} END`;
}

/** How far a zone is from UTC, from a time on; both in milliseconds. */
interface Span {
  readonly from: number;
  readonly offset: number;
}

/** The clocks of a zone, asked once for when they change: stepping through decades asks them tens of thousands of times. */
export interface ZoneClock {
  /** Makes times some units later, each added by itself: up to hours they last, days and longer ones go by the clock. */
  stepper(units: readonly (readonly [string, number])[]): (time: number) => number;
}

const minute = 60_000;
const week = 7 * 24 * 60 * minute;
const day = week / 7;

/**
 * What Druid knows of clocks before a year is what Joda 2.12 does; newer tables of time zones say otherwise of some zones, in which
 * sums that are carried along from 1970 would end elsewhere. In minutes from 1970 UTC, and of the offset.
 */
const histories: Readonly<Record<string, { until: number; offsets: number[][] } | undefined>> = historyOfJoda;

/** @param range the times that are asked for, and what they are counted from */
export function zoneClock(name: string, range: Stretch): ZoneClock {
  const spans = spansOf(name, { start: range.start - week, end: range.end + week });
  const starts = spans.map(({ from }) => from);
  const indexAt = (time: number) => Math.max(lastUpTo(starts, time), 0);
  const offsetOf = (index: number) => spans[index]?.offset ?? 0;
  /** Of two times with the same clock the first; where a clock never shows it, as long after the change as it is asked for. */
  const timeOf = (local: number): number => {
    for (let index = indexAt(local - 2 * day); ; index += 1) {
      const time = local - offsetOf(index);
      const change = starts[index + 1] ?? Infinity;
      if (time < change || local - offsetOf(index + 1) < change) return time;
    }
  };
  return {
    stepper: units => {
      const moves = units.map(([unit, count]) => {
        if (/^(hours|minutes|seconds)$/.test(unit)) {
          const length = Duration.fromObject({ [unit]: count }).toMillis();
          return (time: number) => time + length;
        }
        const move = localMove(unit, count);
        return (time: number) => timeOf(move(time + offsetOf(indexAt(time))));
      });
      return time => moves.reduce((moved, move) => move(moved), time);
    },
  };
}

/** Days and weeks last as long on a clock that never changes; months and years are counted in a calendar. */
function localMove(unit: string, count: number): (local: number) => number {
  if (/^(days|weeks)$/.test(unit)) {
    const length = Duration.fromObject({ [unit]: count }).toMillis();
    return local => local + length;
  }
  return local =>
    DateTime.fromMillis(local, { zone: 'utc' })
      .plus({ [unit]: count })
      .toMillis();
}

/** The spans of a zone, looked at week by week; no zone changes its clocks twice in one. */
function spansOf(name: string, { start, end }: Stretch): Span[] {
  const zone = Info.normalizeZone(name);
  const known = histories[name];
  const spans = (known?.offsets ?? []).map(([from = 0, offset = 0]) => ({
    from: from * minute,
    offset: offset * minute,
  }));
  let time = Math.floor(Math.max(start / minute, known?.until ?? -Infinity)) * minute;
  const offsetAt = (at: number) => zone.offset(at) * minute;
  let offset = offsetAt(time);
  if (spans.at(-1)?.offset !== offset) spans.push({ from: time, offset });
  for (; time < end && !zone.isUniversal; time += week) {
    const next = offsetAt(time + week);
    if (next === offset) continue;
    let before = time;
    let after = time + week;
    while (after - before > minute) {
      const middle = before + Math.floor((after - before) / 2 / minute) * minute;
      if (offsetAt(middle) === offset) before = middle;
      else after = middle;
    }
    spans.push({ from: after, offset: next });
    offset = next;
  }
  return spans;
}
