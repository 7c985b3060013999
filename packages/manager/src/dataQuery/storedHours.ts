import type { DuckDBValue } from '@duckdb/node-api';
import type { DataSource } from 'netsensor-contract/query/dataSources';
import type { Database, SqlSession } from '../store/database.js';
import { type Buckets, mostFixedBuckets, refuseMoreThan } from './time/buckets.js';
import { joinStretches } from 'netsensor-contract/query/timeBuckets';
import type { Stretch } from 'netsensor-contract/query/timeRange';
import { Parameters } from './expressions.js';
import { type StoredChoice, storedCondition, timesCondition } from './sql/rowCondition.js';
import { knownBy, type ReadableRows, type ReadableTree, wayCondition, waysToRead } from './readableRows.js';
import type { SourceColumns } from './sql/sourceColumns.js';

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

/** What a caller may read of some stored hours. */
export interface ReadableHours {
  /** Only what rows there are known by: a condition on seven columns takes longer than the query it is part of. */
  readonly readable: ReadableRows;
  /** The hours as far as they hold rows that the caller may read. */
  readonly hours: readonly StoredHour[];
}

interface HoursChoice {
  readonly source: DataSource;
  readonly columns: SourceColumns;
  readonly readable: ReadableRows;
  /** All stored hours. */
  readonly hours: readonly StoredHour[];
  readonly intervals: readonly Stretch[];
}

/** What was found in a stored hour, and what that held then. */
interface KnownHour {
  readonly stored: StoredHour;
  /** The dimensions that its rows are known by. */
  readonly dimensions: ReadonlySet<string>;
  readonly own: StoredHour | undefined;
}

/**
 * Looks once for what a caller may read in each stored hour, and again after rows were added to it. What is kept goes with the
 * rights that it was found for. Nothing that is kept lets anybody read more: it only leaves out what nothing was known by.
 */
export function keptHours() {
  const kept = new WeakMap<ReadableTree, Map<DataSource, Map<number, KnownHour>>>();
  const knownOf = (readable: ReadableTree, source: DataSource) => {
    const ofTree = kept.get(readable) ?? new Map<DataSource, Map<number, KnownHour>>();
    kept.set(readable, ofTree);
    const ofSource = ofTree.get(source) ?? new Map<number, KnownHour>();
    ofTree.set(source, ofSource);
    return ofSource;
  };
  return async (session: SqlSession, choice: HoursChoice): Promise<ReadableHours> => {
    const { source, readable, hours, intervals } = choice;
    if (!readable) return { readable, hours };
    const known = knownOf(readable, source);
    const touched = touchedHours(hours, intervals);
    const changed = touched.filter(stored => !isSame(known.get(stored.hour)?.stored, stored));
    const found = await lookInto(session, { ...choice, readable, hours: changed });
    for (const hour of found) known.set(hour.stored.hour, hour);
    const all = touched.flatMap(({ hour }) => known.get(hour) ?? []);
    return {
      readable: knownBy(readable, new Set(all.flatMap(({ dimensions }) => [...dimensions]))),
      hours: all.flatMap(({ own }) => own ?? []),
    };
  };
}

const isSame = (one: StoredHour | undefined, other: StoredHour): boolean =>
  one?.rows === other.rows && one.first === other.first && one.last === other.last;

/** Finds by which dimensions the rows of hours are known for the caller's, each row by the first of them. */
async function lookInto(
  session: SqlSession,
  { source, columns, readable, hours }: HoursChoice & { readonly readable: ReadableTree },
): Promise<KnownHour[]> {
  const ways = waysToRead(readable, columns);
  if (hours.length === 0) return [];
  const parameters = new Parameters();
  const branches = ways.map((way, index) => `WHEN ${wayCondition(way, parameters)} THEN ${index}`);
  const way = branches.length > 0 ? `CASE ${branches.join(' ')} END` : 'NULL';
  const rows = await session.arrays(
    `SELECT epoch_ms(date_trunc('hour', "timestamp")), epoch_ms(min("timestamp")), epoch_ms(max("timestamp")),
      count(*), list(DISTINCT way)
    FROM (SELECT "timestamp", ${way} AS way FROM ${source} WHERE ${timesCondition(stretchesOf(hours), parameters)})
    WHERE way IS NOT NULL GROUP BY 1`,
    parameters.values,
  );
  const found = new Map(
    rows.map(([hour, first, last, count, indexes]) => [
      Number(hour),
      {
        own: { hour: Number(hour), first: Number(first), last: Number(last), rows: Number(count) },
        dimensions: (indexes as number[]).flatMap(index => ways[index]?.dimension ?? []),
      },
    ]),
  );
  return hours.map(stored => {
    const { own, dimensions } = found.get(stored.hour) ?? { own: undefined, dimensions: [] };
    return { stored, dimensions: new Set(dimensions), own };
  });
}
