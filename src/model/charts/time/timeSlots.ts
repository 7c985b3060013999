import type { ChartColumn } from '../chartResult.js';
import { timeReader } from '../../text/timeText.js';

/** The times of rows. */
export interface TimeSlots {
  /** Seconds, ascending, each once. */
  readonly times: number[];
  /** For each row the number of its time; -1 for what is no time. */
  readonly slots: Int32Array;
}

/**
 * The times in order, and which of them each row has; where buckets are missing, the time of the first one of them, which no
 * row has, so that no line is drawn across.
 * @param bucketLength milliseconds; the usual step where it is not known
 */
export function timeSlots(column: ChartColumn, bucketLength: number | undefined): TimeSlots {
  const { times, slots } = slotsOf(column);
  const step = bucketLength === undefined ? usualStep(times) : bucketLength / 1000;
  if (!hasGap(times, step)) return { times, slots };
  const shifted = new Int32Array(times.length);
  const whole: number[] = [];
  times.forEach((time, at) => {
    const before = times[at - 1] ?? time;
    if (time - before > step * tolerance) whole.push(before + step);
    shifted[at] = whole.push(time) - 1;
  });
  return { times: whole, slots: slots.map(slot => shifted[slot] ?? -1) };
}

function hasGap(times: readonly number[], step: number): boolean {
  for (let at = 1; at < times.length; at += 1)
    if (times[at]! - times[at - 1]! > step * tolerance) return true;
  return false;
}

/** Times in seconds are no exact numbers. */
const tolerance = 1.001;
const mostSteps = 2000;

/** Seconds between most times and the next; endless where there is no such step. */
function usualStep(times: readonly number[]): number {
  const every = Math.max(1, Math.floor(times.length / mostSteps));
  const counts = new Map<number, number>();
  let all = 0;
  for (let at = 1; at < times.length; at += every, all += 1) {
    const step = Math.round(((times[at] ?? 0) - (times[at - 1] ?? 0)) * 1000);
    counts.set(step, (counts.get(step) ?? 0) + 1);
  }
  const [usual] = [...counts].find(([, count]) => count > all / 2) ?? [];
  return usual === undefined ? Number.POSITIVE_INFINITY : usual / 1000;
}

function slotsOf({ values }: ChartColumn): TimeSlots {
  const parsed = new Array<number>(values.length);
  const slots = new Int32Array(values.length);
  const read = timeReader();
  let before = Number.NEGATIVE_INFINITY;
  let isAscending = true;
  for (let row = 0; row < parsed.length; row += 1) {
    const value = values[row];
    const time = typeof value === 'string' ? read(value) / 1000 : Number.NaN;
    parsed[row] = time;
    slots[row] = row;
    isAscending &&= time > before;
    before = time;
  }
  if (isAscending) return { times: parsed, slots };
  const times = [...new Set(parsed)].filter(time => !Number.isNaN(time)).sort((one, other) => one - other);
  const numbers = new Map(times.map((time, index) => [time, index]));
  return { times, slots: slots.map(row => numbers.get(parsed[row] ?? Number.NaN) ?? -1) };
}
