import { DateTime, Duration, Info } from 'luxon';
import { lastUpTo } from 'netsensor-contract/text/collections';
import type { Stretch } from 'netsensor-contract/query/timeRange';
import historyOfJoda from './historyOfJoda.json';

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
