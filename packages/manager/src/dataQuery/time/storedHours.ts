import type { DuckDBValue } from '@duckdb/node-api';
import type { DataSource } from 'netsensor-contract/query/dataSources';
import type { SqlSession, Database } from '../../store/database.js';
import { type Buckets, mostFixedBuckets, refuseMoreThan } from './buckets.js';
import { joinStretches } from 'netsensor-contract/query/timeBuckets';
import type { Stretch } from 'netsensor-contract/query/timeRange';
import { Parameters } from '../sql/expressions.js';
import { storedCondition, type StoredChoice } from '../sql/rowCondition.js';

const hour = 3_600_000;

/** The first and last row of a stored hour and how many it holds, filtered by nothing but namespace. Data is stored by the hour. */
export interface StoredHour {
  readonly hour: number;
  readonly first: number;
  readonly last: number;
  readonly rows: number;
}

/** What decides which stored hours a query could look at. */
export interface ExtentChoice extends StoredChoice {
  readonly intervals: readonly Stretch[];
  /** The stored hours of the data source, with the rows that the caller may read. */
  readonly hours: readonly StoredHour[];
}

/** Those of the stored hours that the intervals touch. */
export const touchedHours = (hours: readonly StoredHour[], intervals: readonly Stretch[]): StoredHour[] =>
  hours.filter(({ hour: at }) => intervals.some(({ start, end }) => at < end && at + hour > start));

/** How many rows the hours hold that the intervals touch. */
export const rowsOf = (hours: readonly StoredHour[], intervals: readonly Stretch[]): number =>
  touchedHours(hours, intervals).reduce((sum, stored) => sum + stored.rows, 0);

/** Whether one of the intervals holds every stored row. */
export function holdAll(hours: readonly StoredHour[], intervals: readonly Stretch[]): boolean {
  const first = hours[0]?.first;
  const last = hours.at(-1)?.last;
  if (first === undefined || last === undefined) return false;
  return intervals.some(({ start, end }) => start <= first && end > last);
}

/** The hours that hold rows and that the intervals touch, ascending (field notes §2.6). */
export async function storedHours(session: SqlSession, choice: ExtentChoice): Promise<StoredHour[]> {
  const { query, intervals, hours } = choice;
  const touched = touchedHours(hours, intervals);
  if (!query.namespace_uuids?.length) return touched;
  const parameters = new Parameters();
  const condition = storedCondition({ ...choice, times: stretchesOf(touched) }, parameters);
  return readHours(session, query.dataSource, { condition, values: parameters.values });
}

/** The time of whole hours. */
export const stretchesOf = (hours: readonly StoredHour[]): Stretch[] =>
  joinStretches(hours.map(({ hour: at }) => ({ start: at, end: at + hour })));

/** The hours that hold rows of which a condition is true, ascending. */
async function readHours(
  session: SqlSession,
  source: DataSource,
  { condition, values }: { condition: string; values: readonly DuckDBValue[] },
): Promise<StoredHour[]> {
  const rows = await session.arrays(
    `SELECT epoch_ms(date_trunc('hour', "timestamp")), epoch_ms(min("timestamp")), epoch_ms(max("timestamp")),
      count(*)
    FROM ${source} WHERE ${condition} GROUP BY 1 ORDER BY 1`,
    values,
  );
  return rows.map(row => {
    const [at = 0, first = 0, last = 0, count = 0] = row.map(Number);
    return { hour: at, first, last, rows: count };
  });
}

/**
 * The buckets that a timeseries or topN answers, with or without matching rows: those between the first and the last
 * row of each stored hour, inside the intervals. For `all` it is one, at the start of what is there.
 */
export function answeredBuckets(
  hours: readonly StoredHour[],
  intervals: readonly Stretch[],
  buckets: Buckets | undefined,
): number[] {
  const starts: number[] = [];
  let index = 0;
  for (const interval of intervals) {
    while ((hours[index]?.hour ?? Infinity) + hour <= interval.start) index += 1;
    for (let at = index; at < hours.length; at += 1) {
      const stored = hours[at];
      if (!stored || stored.hour >= interval.end) break;
      const end = Math.min(interval.end, stored.hour + hour, buckets?.endAfter(stored.last) ?? Infinity);
      const start = Math.max(interval.start, stored.first);
      if (start >= end) continue;
      if (!buckets) return [start];
      const last = starts.at(-1) ?? -Infinity;
      for (const bucket of buckets.starts({ start, end })) if (bucket > last) starts.push(bucket);
      refuseMoreThan(mostFixedBuckets, starts.length);
    }
  }
  return starts;
}

/** The stored hours of each data source; read again only after rows were written. */
export type StoredHours = (source: DataSource) => Promise<readonly StoredHour[]>;

/** All who ask at the same time wait for the same answer. */
export function extentCache(database: Database): StoredHours {
  const known = new Map<DataSource, { writes: number; hours: Promise<readonly StoredHour[]> }>();
  return async source => {
    const { analyticsWrites: writes } = database;
    const found = known.get(source);
    if (found?.writes === writes) return found.hours;
    const hours = database.read(session => readHours(session, source, { condition: 'TRUE', values: [] }));
    known.set(source, { writes, hours });
    void hours.catch(() => known.delete(source));
    return hours;
  };
}
