import type { Readable } from 'node:stream';
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
