import type { TimeRange } from './time/intervals.js';
import type { Parameters } from './sql/expressions.js';

/** How time is cut into buckets. Times are milliseconds since 1970 UTC. */
export interface Buckets {
  /** SQL for the number of the bucket that a time lies in; later buckets have higher numbers. */
  sql(time: string, parameters: Parameters): string;
  /** Where the bucket with a number starts. */
  startOf(number: number): number;
  /** Starts of the buckets that a stretch of time touches, ascending. */
  starts(range: TimeRange): number[];
  /** Where the bucket that holds a time ends. */
  endAfter(time: number): number;
}
