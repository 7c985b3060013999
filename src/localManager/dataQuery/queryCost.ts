import type { DataQuery } from '../../model/query/query.js';
import type { StoredHour } from './time/storedHours.js';
import type { TimeRange } from './time/intervals.js';
import { regexFilters } from './patterns/planPatterns.js';

const hour = 3_600_000;

/** How many rows the engine adds up in the time in which it looks for a pattern in one. */
const rowsOfPattern = 5;

/** The work of a query in rows: those of the hours that it touches, more when it looks for patterns in them. */
export function queryCost(
  query: DataQuery,
  intervals: readonly TimeRange[],
  hours: readonly StoredHour[],
): number {
  const touched = hours.filter(({ hour: at }) =>
    intervals.some(({ start, end }) => at < end && at + hour > start),
  );
  const rows = touched.reduce((sum, stored) => sum + stored.rows, 0);
  return rows * (1 + rowsOfPattern * regexFilters(query).length);
}
