import type { DataQuery } from '../../model/query.js';
import { isDataSource } from '../analyticsTables.js';
import type { Database, SqlSession } from '../database.js';
import { badRequest, type HttpProblem } from '../errors.js';
import { decodeQuery } from './decodeQuery.js';
import { readGranularity } from './granularity.js';
import { runGroupBy } from './groupBy.js';
import { readIntervals, type TimeRange } from './intervals.js';
import { isObject } from './normalizeQuery.js';
import type { QueryGate } from './queryGate.js';
import { QueryProblem } from './queryProblem.js';
import { runTimeseries } from './timeseries.js';
import { runTopN } from './topN.js';

/** Longest run of a query, as a manager allows it for its API (field notes §1.4). */
const longestRun = 240_000;

/**
 * Answers the body of `POST /api/data` with the JSON text of the result array.
 * @param gone aborts when the client is gone; the statement that runs is interrupted
 * @throws HttpProblem with the status and body to answer
 */
export async function runQuery(
  engine: { readonly database: Database; readonly gate: QueryGate },
  body: unknown,
  gone: AbortSignal,
): Promise<string> {
  // A data source that does not exist has no segments, and so no rows (field notes §2.6).
  if (isObject(body) && typeof body['dataSource'] === 'string' && !isDataSource(body['dataSource']))
    return '[]';
  const query = decodeQuery(body);
  const timeLimit = AbortSignal.timeout(runLimit(query));
  try {
    const signal = AbortSignal.any([gone, timeLimit]);
    return await engine.gate.run(
      () => engine.database.read(session => answer(session, query), signal),
      signal,
    );
  } catch (error) {
    if (timeLimit.aborted && !gone.aborted) throw new QueryProblem('Query timeout', 504);
    throw refusalOf(error) ?? error;
  }
}

async function answer(session: SqlSession, query: DataQuery): Promise<string> {
  const intervals = readIntervals(query.intervals).filter(({ start, end }) => start < end);
  await checkPatterns(session, query);
  const range = await rangeToCut(session, query, intervals);
  const granularity = readGranularity(query.granularity, range);
  switch (query.queryType) {
    case 'groupBy':
      return runGroupBy(session, { query, intervals, granularity });
    case 'topN':
      return runTopN(session, { query, intervals, granularity });
    case 'timeseries':
      return runTimeseries(session, { query, intervals, granularity });
  }
}

/** What of the intervals can hold rows: long intervals must not make buckets where no data is. */
async function rangeToCut(
  session: SqlSession,
  query: DataQuery,
  intervals: readonly TimeRange[],
): Promise<TimeRange> {
  const [row] = await session.arrays(
    `SELECT epoch_ms(min("timestamp")), epoch_ms(max("timestamp")) FROM ${query.dataSource}`,
  );
  const [first = 0, last = 0] = (row ?? []).map(Number);
  const inside = (time: number) => Math.min(Math.max(time, first), last + 1);
  return { start: inside(intervals[0]?.start ?? 0), end: inside(intervals.at(-1)?.end ?? 0) };
}

/**
 * All patterns are tried at once; only when that fails, one by one to name the one that is wrong.
 * @throws HttpProblem 400 for a regular expression that the engine cannot run
 */
async function checkPatterns(session: SqlSession, query: DataQuery): Promise<void> {
  const patterns = [...new Set(query.filter ? patternsOf(query.filter) : [])];
  if (patterns.length === 0) return;
  const attempt = (some: readonly string[]) =>
    session.run(
      `SELECT ${some.map((_pattern, index) => `regexp_matches('', $${index + 1})`).join(', ')}`,
      some,
    );
  try {
    await attempt(patterns);
  } catch {
    for (const pattern of patterns) {
      await attempt([pattern]).catch((error: unknown) => {
        throw badRequest(`filter: the local manager cannot run the pattern ${pattern} (${reasonOf(error)})`);
      });
    }
  }
}

/** What the engine says of a value it was given, such as a LIKE pattern that ends in its escape character. */
function refusalOf(error: unknown): HttpProblem | undefined {
  const refused = error instanceof Error && /^(Invalid Input|Syntax|Out of Range) Error/.test(error.message);
  return refused ? badRequest(`The local manager cannot run this query (${reasonOf(error)})`) : undefined;
}

const reasonOf = (error: unknown): string =>
  error instanceof Error
    ? (error.message.replace(/^[A-Z][A-Za-z ]*Error: /, '').split('\n')[0] ?? '')
    : String(error);

function patternsOf(filter: NonNullable<DataQuery['filter']>): string[] {
  if (filter.type === 'regex') return [filter.pattern];
  if (filter.type === 'not') return patternsOf(filter.field);
  return 'fields' in filter ? filter.fields.flatMap(patternsOf) : [];
}

/** The limit of the manager, or the shorter one that the query asks for in `context.timeout` (ms). */
function runLimit(query: DataQuery): number {
  const asked = Number(query.context?.['timeout']);
  return asked > 0 ? Math.min(Math.ceil(asked), longestRun) : longestRun;
}
