import type { TimeRange } from './intervals.js';
import type { Parameters } from './parameters.js';

/** How time is cut into buckets. Times are milliseconds since 1970 UTC. */
export interface Buckets {
  /** SQL for the start of the bucket that a time lies in, milliseconds too. */
  sql(time: string, parameters: Parameters): string;
  /** Starts of the buckets that a stretch of time touches, ascending. */
  starts(range: TimeRange): number[];
  /** Where the bucket that holds a time ends. */
  endAfter(time: number): number;
}
