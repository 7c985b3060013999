import type { Readable } from 'node:stream';
import { isRecord } from 'netsensor-contract/text/looseValues';
import type { DataQuery } from 'netsensor-contract/query/query';
import { numberOf, textOf } from '../http/requestFields.js';
import { isDataSource } from '../store/analyticsTables.js';
import type { StoredUser } from '../users/userStore.js';

/** What a client sent, and who it is. */
export interface QueryRequest {
  readonly body: unknown;
  readonly caller: StoredUser;
}

/** The JSON of a result array as text, or its bytes. A stream that fails is not the whole answer. */
export type Answered = string | Buffer | Readable;

/** What answers data queries: the manager itself, or a cluster. */
export interface DataEngine {
  /**
   * Answers the body of `POST /api/data`.
   * @param gone aborts when the client is gone; the query ends then
   * @throws HttpProblem with the status and body to answer
   */
  answer(asked: QueryRequest, gone: AbortSignal): Promise<Answered>;
  /** How it is; `problem` follows the name. */
  readonly health: () => readonly EnginePart[];
  /** What is wrong with the certificate that it shows others; undefined for an engine that shows none. */
  readonly certificateProblem?: () => string | undefined;
  readonly close: () => Promise<void>;
}

/** Something that has to work for queries to be answered, such as a broker. */
export interface EnginePart {
  readonly name: string;
  readonly problem: string | undefined;
}

/** Longest run of a query in milliseconds, as a manager allows it for its API (field notes §1.4). */
export const longestRun = 240_000;

/** The limit of the manager, or the shorter one that the query asks for in `context.timeout` (ms). */
export function runLimit(query: DataQuery, longest = longestRun): number {
  const asked = numberOf(query.context?.['timeout']);
  return asked > 0 ? Math.min(Math.ceil(asked), longest) : longest;
}

/** Whether a query wants no row for a bucket without rows (`context.skipEmptyBuckets`). */
export const skipsEmptyBuckets = (query: DataQuery): boolean =>
  textOf(query.context?.['skipEmptyBuckets']) === 'true';

/** Whether a query is about a data source that does not exist (field notes §2.6). */
export const isOfUnknownSource = (body: unknown): body is Record<string, unknown> =>
  isRecord(body) && typeof body['dataSource'] === 'string' && !isDataSource(body['dataSource']);
