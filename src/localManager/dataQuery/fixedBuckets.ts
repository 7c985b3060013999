import { badRequest } from '../http/errorAnswers.js';
import type { Buckets } from './buckets.js';

/** Rows are rolled up to the minute, so no finer bucket can hold anything but whole minutes (field notes §2.1). */
const rollUp = 60_000;

/** Year 1: nothing is stored before it, so counting from here keeps every remainder positive. */
const earliest = -62_135_596_800_000;

/** A thousand years; longer buckets would start outside what dates can express. */
const longest = 31_557_600_000_000;

/**
 * Buckets of one length in milliseconds, counted from an origin in both directions.
 * @throws HttpProblem 400 for a length of more than a thousand years
 */
export function fixedBuckets(width: number, origin: number): Buckets {
  if (width > longest) throw badRequest('granularity: buckets are longer than a thousand years');
  const start = (time: number) => time - remainder(time - origin, width);
  const base = start(earliest) - width;
  return {
    // Rows are grouped by the number of the bucket: making times of numbers for each row would take a third longer.
    sql: (time, parameters) => `((${time} - ${parameters.whole(base)}) // ${parameters.whole(width)})`,
    startOf: number => base + number * width,
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
