import { dataSourceNames } from 'netsensor-contract/query/dataSources';
import { timeLimit } from 'netsensor-contract/text/timeLimit';
import type { Database, SqlSession } from '../store/database.js';
import { badRequest, type HttpProblem, queryTimeout } from '../http/errors.js';
import {
  extentCache,
  type ExtentChoice,
  holdAll,
  keptHours,
  rowsOf,
  type StoredHour,
  type StoredHours,
} from './storedHours.js';
import type { DataEngine, QueryRequest } from './dataEngine.js';
import type { Era } from './eras.js';
import { readGranularity, readIntervals } from './time/queryTimes.js';
import { runGroupBy } from './groupBy.js';
import type { Stretch } from 'netsensor-contract/query/timeRange';
import { type MatchLimits, planPatterns } from './patterns/planPatterns.js';
import { queryCost, QueryQueue } from './queryQueue.js';
import { isOfUnknownSource, readQuery, runLimit } from './readQuery.js';
import { keptRights, type RightsOfCallers } from './readableRows.js';
import { columnsIn } from './expressions.js';
import type { ColumnsOfSources } from './sql/sourceColumns.js';
import { runTimeseries } from './timeseries.js';
import { runTopN } from './topN.js';

/** Longest time, in milliseconds, that the patterns of a query may take where the database cannot run them. */
const longestMatching = 5000;

/** What queries run on. */
export interface QueryEngine {
  readonly era: Era;
  readonly database: Database;
  readonly columns: ColumnsOfSources;
  readonly queue: QueryQueue;
  readonly extents: StoredHours;
  readonly rights: RightsOfCallers;
  readonly readableHours: ReturnType<typeof keptHours>;
  /** Instead of the usual limit for patterns, in milliseconds. */
  readonly longestMatching?: number;
  /** Instead of the usual limit for a query, in milliseconds. */
  readonly longestRun?: number;
  /** Instead of the usual limit for the rows of a groupBy. */
  readonly mostRows?: number;
}

/** The engine runs statements on the four threads of Node's pool; half of them stay free for records and new rows. */
const queriesAtOnce = 2;

interface Parts {
  readonly database: Database;
  readonly columns: ColumnsOfSources;
}

/** What the queries of an era run on; nothing is known of the data yet. */
export const queryEngine = ({ database, columns }: Parts, era: Era): QueryEngine => ({
  database,
  columns: columnsIn(era, columns),
  era,
  queue: new QueryQueue(queriesAtOnce),
  extents: extentCache(database),
  rights: keptRights(database),
  readableHours: keptHours(),
});

/** Answers data queries from the rows in the manager's own database. */
export function embeddedEngine(parts: Parts, era: Era): DataEngine {
  const engine = queryEngine(parts, era);
  return {
    answer: (asked, gone) => runQuery(engine, asked, gone),
    health: () => [],
    close: () => Promise.resolve(),
  };
}

/** Stands for a data source that does not exist: one of which no row is taken. */
const nothing = {
  dataSource: dataSourceNames[0],
  filter: { type: 'in', dimension: 'timestamp', values: [] },
};

/** The most rows that a groupBy may have (field notes §2.3). */
const mostRows = 500_000;

/**
 * Answers the body of `POST /api/data` with the JSON text of the result array.
 * @param gone aborts when the client is gone; the statement that runs is interrupted
 * @throws HttpProblem with the status and body to answer
 */
export async function runQuery(
  engine: QueryEngine,
  { body, caller }: QueryRequest,
  gone: AbortSignal,
): Promise<string> {
  const isUnknown = isOfUnknownSource(body);
  // A data source that does not exist has no segments, and so no rows (field notes §2.6).
  if (isUnknown && !engine.era.rowOfNothing) return '[]';
  const query = readQuery(isUnknown ? { ...body, ...nothing } : body, engine.era);
  const limit = timeLimit(runLimit(query, engine.longestRun), gone);
  try {
    const { database } = engine;
    const readable = await engine.rights(caller);
    const asked = { engine, query, readable, isUnknown, signal: limit.signal };
    const { analyticsWrites: writes } = database;
    const answered = await answerOnce(asked);
    // What the caller may read of rows that were written meanwhile may not be known yet.
    return readable && database.analyticsWrites !== writes ? await answerOnce(asked) : answered;
  } catch (error) {
    if (limit.signal.aborted && !gone.aborted) throw queryTimeout();
    throw refusalOf(error) ?? error;
  } finally {
    limit.end();
  }
}

interface AskedOnce extends Pick<ExtentChoice, 'query' | 'readable'> {
  readonly engine: QueryEngine;
  readonly isUnknown: boolean;
  readonly signal: AbortSignal;
}

async function answerOnce({ engine, query, readable, isUnknown, signal }: AskedOnce): Promise<string> {
  const columns = engine.columns[query.dataSource];
  const limits = { milliseconds: engine.longestMatching ?? longestMatching, signal };
  const intervals = readIntervals(query.intervals).filter(({ start, end }) => start < end);
  const storedNow = () => (isUnknown ? [] : engine.extents(query.dataSource));
  const hours = await storedNow();
  const asked = { query, intervals, hours, columns, readable, engine };
  const run = (times: Asked['times']) =>
    engine.queue.run(
      () => engine.database.readAgain(session => answer(session, { ...asked, times }, limits), signal),
      { signal, cost: queryCost(query, intervals, hours) },
    );
  if (!holdAll(hours, intervals)) return await run(intervals);
  const answered = await run(undefined);
  // Rows that were written meanwhile may lie outside of the intervals.
  return holdAll(await storedNow(), intervals) ? answered : await run(intervals);
}

interface Asked extends ExtentChoice {
  readonly engine: QueryEngine;
}

async function answer(
  session: SqlSession,
  { query, intervals, times, hours, columns, readable, engine }: Asked,
  limits: MatchLimits,
): Promise<string> {
  const { dataSource: source } = query;
  const own = await engine.readableHours(session, { source, columns, readable, hours, intervals });
  const stored = { times, columns, readable: own.readable };
  const patterns = await planPatterns(session, { ...stored, query, rows: rowsOf(hours, intervals) }, limits);
  const range = rangeToCut(hours, intervals);
  const granularity = readGranularity(query.granularity, range);
  const rows = { ...stored, intervals, patterns, hours: own.hours, era: engine.era };
  switch (query.queryType) {
    case 'groupBy':
      return runGroupBy(session, { ...rows, query, granularity, mostRows: engine.mostRows ?? mostRows });
    case 'topN':
      return runTopN(session, { ...rows, query, granularity });
    case 'timeseries':
      return runTimeseries(session, { ...rows, query, granularity });
  }
}

/** What of the intervals can hold rows: long intervals must not make buckets where no data is. */
function rangeToCut(hours: readonly StoredHour[], intervals: readonly Stretch[]): Stretch {
  const first = hours[0]?.first ?? 0;
  const last = hours.at(-1)?.last ?? 0;
  const inside = (time: number) => Math.min(Math.max(time, first), last + 1);
  return { start: inside(intervals[0]?.start ?? 0), end: inside(intervals.at(-1)?.end ?? 0) };
}

/** What the engine says of a value it was given, such as a number that is too large. */
function refusalOf(error: unknown): HttpProblem | undefined {
  const refused = error instanceof Error && /^(Invalid Input|Syntax|Out of Range) Error/.test(error.message);
  return refused ? badRequest(`The local manager cannot run this query (${reasonOf(error)})`) : undefined;
}

const reasonOf = (error: unknown): string =>
  error instanceof Error
    ? (error.message.replace(/^[A-Z][A-Za-z ]*Error: /, '').split('\n')[0] ?? '')
    : String(error);
