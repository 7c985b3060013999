import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { dataSourceNames } from 'netsensor-contract/query/dataSources';
import { timeLimit } from 'netsensor-contract/text/timeLimit';
import type { Answered, DataEngine, QueryRequest } from '../dataQuery/dataEngine.js';
import type { Era } from '../dataQuery/eras.js';
import { readGranularity } from '../dataQuery/time/queryTimes.js';
import { QueryQueue } from '../dataQuery/queryQueue.js';
import { keptRights, type ReadableRows, type RightsOfCallers } from '../dataQuery/readableRows.js';
import type { Query } from '../dataQuery/querySchema.js';
import { isOfUnknownSource, readQuery, runLimit } from '../dataQuery/readQuery.js';
import { embeddedEngine } from '../dataQuery/runQuery.js';
import type { ColumnsOfSources } from '../dataQuery/sql/sourceColumns.js';
import { engineTimeout, QueryProblem } from '../http/errors.js';
import type { Database } from '../store/database.js';
import { CheckedQueries, type CheckedQuery } from './checkedQueries.js';
import type { ClusterSources } from './clusterSources.js';
import type { Cluster, ClusterAnswer } from './connection/cluster.js';
import { ClusterForbids, ConnectionLost } from './connection/clusterProblem.js';
import type { Native } from './translate/nativeFilter.js';
import { nativeQuery } from './translate/nativeQuery.js';
import type { NativeWords } from './translate/nativeWords.js';
import { refuseTooManyBuckets } from './translate/nativeTime.js';
import { refuseAsHere } from './translate/refuseAsHere.js';
import { relay, type Relaying } from './wholeAnswer.js';

/**
 * Queries that a cluster is asked at a time. Routers have 20 connections to a broker, and brokers to each data server, unless told
 * otherwise (`druid.router.http.numConnections`); more would wait there, and what calls them back or looks at the broker with them.
 */
const queriesAtOnce = 16;

/** A name that no data source has; the answer about it is that of an unknown one. */
const noSource = 'netsensor_no_such_source';
const never = { start: 0, end: 0 };

/** What a cluster answers with. */
export interface ClusterParts {
  readonly cluster: Cluster;
  readonly sources: ClusterSources;
  readonly words: NativeWords;
  /** What clients get. */
  readonly era: Era;
  /** What the cluster answers. */
  readonly ownEra: Era;
  /** Inventory and users; who may read what is known here. */
  readonly database: Database;
  readonly columns: ColumnsOfSources;
}

/** Hands data queries to a cluster and its answers on, as they arrive. */
export function clusterEngine(parts: ClusterParts): DataEngine {
  const queue = new QueryQueue(queriesAtOnce);
  const checked = new CheckedQueries(body => {
    const query = readQuery(body, { refusesUnserved: parts.words.hasBoundOrdering });
    refuseAsHere(query, parts.columns[query.dataSource], parts.era);
    // A wrong one is refused whatever the intervals, and before the cluster is asked.
    readGranularity(query.granularity, never);
    return query;
  });
  const ofNothing = embeddedEngine(parts, { ...parts.era, sqlNulls: parts.ownEra.sqlNulls });
  const rights = keptRights(parts.database);
  const answering = { ...parts, queue, checked, rights, ofNothing, times: { longest: Infinity } };
  return {
    answer: (asked, gone) => answer(answering, asked, gone),
    health: () => parts.cluster.health,
    certificateProblem: () => parts.cluster.certificateProblem,
    close: () => parts.cluster.close(),
  };
}

interface Answering extends ClusterParts {
  readonly queue: QueryQueue;
  readonly checked: CheckedQueries;
  readonly rights: RightsOfCallers;
  /** The longest time limit that the cluster was found to take, milliseconds. */
  readonly times: { longest: number };
  /** Answers about an unknown data source as the cluster would. */
  readonly ofNothing: DataEngine;
}

async function answer(
  parts: Answering,
  { body, caller }: QueryRequest,
  gone: AbortSignal,
): Promise<Answered> {
  const isUnknown = isOfUnknownSource(body);
  if (isUnknown && !parts.era.rowOfNothing) return '[]';
  const checked = parts.checked.read(isUnknown ? { ...body, dataSource: dataSourceNames[0] } : body);
  const { query } = checked;
  const timeout = runLimit(query);
  const limit = timeLimit(timeout, gone);
  const asking = {
    parts,
    ...checked,
    queryId: randomUUID(),
    until: performance.now() + timeout,
    gone,
    limit,
  };
  try {
    const readable = await parts.rights(caller);
    const native = await nativeOf(asking, { readable, isUnknown });
    limit.signal.throwIfAborted();
    if (!needsNothing(query, parts)) return await relayed(asking, native);
    const counted = await relayed(asking, countingRows(native));
    return withoutNothing(Buffer.isBuffer(counted) ? counted.toString() : await text(counted));
  } catch (error) {
    limit.end();
    // Clusters that check rights do so by name, also by one that they do not have.
    if (isUnknown && error instanceof ClusterForbids) return parts.ofNothing.answer({ body, caller }, gone);
    throw failureOf(asking, error);
  }
}

/** A query that is being answered. */
interface Asking extends CheckedQuery {
  readonly parts: Answering;
  readonly queryId: string;
  /** When its time is over, as `performance.now` counts. */
  readonly until: number;
  readonly gone: AbortSignal;
  readonly limit: ReturnType<typeof timeLimit>;
}

/** The query for the cluster. @throws HttpProblem for one that it must not be asked, or whose data source it has not */
async function nativeOf(
  { parts, query, intervals, queryId }: Asking,
  { readable, isUnknown }: { readonly readable: ReadableRows; readonly isUnknown: boolean },
): Promise<Native> {
  const { sources, columns, words } = parts;
  const { dataSource: source, granularity } = query;
  if (!isUnknown) await sources.require(source);
  const extentOf = () => (isUnknown ? Promise.resolve(never) : sources.extent(source));
  await refuseTooManyBuckets(granularity, intervals, extentOf);
  const dataSource = isUnknown ? noSource : sources.nameOf(source);
  return nativeQuery({
    query,
    intervals,
    readable,
    dataSource,
    words,
    queryId,
    columns: columns[source],
  });
}

/**
 * Asks when it is the turn of the query, which keeps its place until its answer has been read, or the cluster was told to give
 * it up.
 */
function relayed(asking: Asking, native: Native): Promise<Buffer | Readable> {
  const { parts, limit, queryId } = asking;
  return new Promise((resolve, reject) => {
    const work = async () => {
      try {
        const answer = await ask(asking, native);
        await new Promise<void>(ended => resolve(relay(answer, relayingOf(asking, { answer, ended }))));
      } catch (error) {
        reject(error as Error);
        // Where the connection was lost, what was sent may run although nobody waits for its answer.
        if (limit.signal.aborted || error instanceof ConnectionLost) await parts.cluster.cancel(queryId);
      }
    };
    const atOnce = `it waited for its turn, the cluster is asked ${queriesAtOnce} at a time`;
    const waited = (error: Error) => reject(isOver(asking) ? engineTimeout(atOnce) : error);
    parts.queue.run(work, { signal: limit.signal, cost: 0 }).catch(waited);
  });
}

/** A cluster that refuses a time limit as too long says which one it takes, and takes that from then on. */
async function ask(asking: Asking, native: Native): Promise<ClusterAnswer> {
  const { times } = asking.parts;
  // What it waited for its turn is not the cluster's to use.
  const left = Math.max(1, Math.ceil(asking.until - performance.now()));
  const timeout = Math.min(left, times.longest);
  return send(asking, native, timeout).catch((error: unknown) => {
    const longest = error instanceof QueryProblem ? longestTaken(error.message) : Infinity;
    if (longest >= timeout) throw error;
    times.longest = Math.min(longest, times.longest);
    return send(asking, native, longest);
  });
}

function send({ parts, limit }: Asking, native: Native, timeout: number): Promise<ClusterAnswer> {
  const body = JSON.stringify({ ...native, context: { ...(native['context'] as Native), timeout } });
  return parts.cluster.ask({ method: 'POST', path: '/druid/v2', body, signal: limit.signal });
}

/** Milliseconds, in the words of all versions: `druid.server.http.maxQueryTimeout`. */
const longestTaken = (refusal: string): number =>
  Number(
    /^configured \[?timeout = \d+\]? is more than enforced limit of (?:maxQueryTimeout )?\[?(\d+)/i.exec(
      refusal,
    )?.[1] ?? Infinity,
  );

const relayingOf = (
  asking: Asking,
  { answer, ended }: { readonly answer: ClusterAnswer; readonly ended: () => void },
): Relaying => ({
  failureOf: error => failureOf(asking, new ConnectionLost(answer.broker.address, error)),
  closed: isWhole => {
    asking.limit.end();
    if (isWhole) ended();
    else void asking.parts.cluster.cancel(asking.queryId).then(ended);
  },
});

/** Whether the time of a query is over. */
const isOver = ({ limit, gone }: Asking): boolean => limit.signal.aborted && !gone.aborted;

/** When the time was over, that is what went wrong, and why where no broker serves. */
function failureOf(asking: Asking, error: unknown): Error {
  if (!isOver(asking) || (error instanceof QueryProblem && error.status === 504)) return error as Error;
  const { health } = asking.parts.cluster;
  const [ill] = health.every(({ problem }) => problem !== undefined) ? health : [];
  return engineTimeout(ill && `${ill.name} ${ill.problem}`);
}

/** An output that no query has. */
const rowsOutput = 'netsensor_rows';

/** Whether a cluster may answer a query with a row of nothing where its clients shall get none (field notes §2.11). */
function needsNothing(query: Query, { era, ownEra }: { readonly era: Era; readonly ownEra: Era }): boolean {
  if (era.rowOfNothing || !ownEra.rowOfNothing || query.granularity !== 'all') return false;
  return query.queryType === 'timeseries' || (query.queryType === 'groupBy' && !query.dimensions?.length);
}

/** The same query, whose one row says how many rows it is made of. */
const countingRows = (native: Native): Native => ({
  ...native,
  aggregations: [...(native['aggregations'] as Native[]), { type: 'count', name: rowsOutput }],
});

/** The answer to it as it would be without the count, and without a row that is made of none. */
function withoutNothing(answer: string): string {
  const counted = new RegExp(`,?"${rowsOutput}":(\\d+)(,?)`);
  if (counted.exec(answer)?.[1] === '0') return '[]';
  return answer.replace(counted, (text, _count, comma: string) => (text.startsWith(',') ? comma : ''));
}
