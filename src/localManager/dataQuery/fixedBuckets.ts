import type { Buckets } from './buckets.js';

/** Rows are rolled up to the minute, so no finer bucket can hold anything but whole minutes (field notes §2.1). */
const rollUp = 60_000;

/** Year 1: nothing is stored before it, so counting from here keeps every remainder positive. */
const earliest = -62_135_596_800_000;

/** Buckets of one length in milliseconds, counted from an origin in both directions. */
export function fixedBuckets(width: number, origin: number): Buckets {
  const start = (time: number) => time - remainder(time - origin, width);
  const base = start(earliest) - width;
  return {
    sql: (time, parameters) =>
      `(${time} - (${time} - ${parameters.whole(base)}) % ${parameters.whole(width)})`,
    starts: range => {
      const step = Math.max(width, rollUp);
      const first = width < rollUp ? Math.ceil(range.start / rollUp) * rollUp : start(range.start);
      const starts: number[] = [];
      for (let time = first; time < range.end; time += step) starts.push(start(time));
      return starts;
    },
    endAfter: time => start(time) + width,
  };
}

const remainder = (value: number, divisor: number): number => ((value % divisor) + divisor) % divisor;
