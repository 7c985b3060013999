import type { DataSource } from 'netsensor-contract/query/dataSources';
import type { Stretch } from 'netsensor-contract/query/timeRange';
import type { SqlSession } from '../store/database.js';
import { knownBy, wayCondition, waysToRead, type ReadableRows, type ReadableTree } from './readableRows.js';
import { Parameters } from './sql/expressions.js';
import { timesCondition } from './sql/rowCondition.js';
import type { SourceColumns } from './sql/sourceColumns.js';
import { stretchesOf, touchedHours, type StoredHour } from './time/storedHours.js';

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
