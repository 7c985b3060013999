import type { SessionColumn } from '../session.js';
import { timeReader } from '../timeReader.js';

/** The times of rows. */
export interface TimeSlots {
  /** Seconds, ascending, each once. */
  readonly times: number[];
  /** For each row the number of its time; -1 for what is no time. */
  readonly slots: Int32Array;
}

/** The times in order, and which of them each row has. */
export function timeSlots({ values }: SessionColumn): TimeSlots {
  const parsed = new Array<number>(values.length);
  const slots = new Int32Array(values.length);
  const read = timeReader();
  let [last, lastTime] = ['', Number.NaN];
  let isAscending = true;
  for (let row = 0; row < parsed.length; row += 1) {
    const text = String(values[row]);
    const before = lastTime;
    if (text !== last) [last, lastTime] = [text, read(text) / 1000];
    parsed[row] = lastTime;
    slots[row] = row;
    isAscending &&= row === 0 ? !Number.isNaN(lastTime) : lastTime > before;
  }
  if (isAscending) return { times: parsed, slots };
  const times = [...new Set(parsed)].filter(time => !Number.isNaN(time)).sort((one, other) => one - other);
  const numbers = new Map(times.map((time, index) => [time, index]));
  return { times, slots: slots.map(row => numbers.get(parsed[row] ?? Number.NaN) ?? -1) };
}
