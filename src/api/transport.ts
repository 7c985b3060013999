import { setTimeout as delay } from 'node:timers/promises';
import { request, type Dispatcher } from 'undici';
import { printExactJson } from '../model/text/exactJson.js';
import { timeLimit } from '../model/text/timeLimit.js';
import { readAnswer, readTextAnswer, type Answer } from './answer.js';
import { ApiError, isApiError } from './apiError.js';
import {
  acceptedCodings,
  bodyText,
  readExactJson,
  readLargeJson,
  readText,
  type ReadBody,
} from './responseBody.js';
import { networkFailure, type FailedRequest } from './networkFailure.js';

/** One call of the manager's API. */
export interface Call {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** Path below the address, `/api/v1/inventory/racks`. */
  readonly path: string;
  readonly parameters?: Readonly<Record<string, string | undefined>>;
  readonly body?: unknown;
  /** Values in the body that no error and no log line may repeat. */
  readonly secrets?: readonly string[];
  /** Whether the call only reads, whatever its method; a write is never repeated once bytes were sent (architecture, rule 2). */
  readonly isRead: boolean;
  readonly signal?: AbortSignal | undefined;
  /** Is told of a large answer what is whole of it so far, while it takes its time. */
  readonly onPart?: ((part: unknown) => void) | undefined;
}

/** What a transport needs to know of its manager. */
export interface TransportOptions {
  /** Address without a trailing slash, query or user name. */
  readonly address: string;
  readonly key: string;
  readonly dispatcher: Dispatcher;
  readonly viaProxy: boolean;
  /** Milliseconds for a whole answer. */
  readonly timeout: number;
  /** Told of every answer and failure, without the key. */
  readonly log: (line: string) => void;
}

/** What happens to a body while it arrives, and to the answer once it is there. */
interface Reading<T> {
  readonly readBody: ReadBody;
  readonly readAnswer: (answer: Answer, request: FailedRequest) => T;
}

const asJson: Reading<unknown> = { readBody: readText, readAnswer };

/** The decoded JSON body with what the `Link` header says. */
export const asPage: Reading<{ body: unknown; link: string | undefined }> = {
  readBody: readText,
  readAnswer: (answer, request) => ({ body: readAnswer(answer, request), link: answer.link }),
};

/** JSON of many megabytes, which is parsed while it arrives. */
export const asLargeJson: Reading<unknown> = { readBody: readLargeJson, readAnswer };

/** JSON in which integers beyond 2^53 are `bigint` and keep every digit, with the size of the body. */
export const asExactNumbers: Reading<{ value: unknown; bytes: number }> = {
  readBody: readExactJson,
  readAnswer: (answer, request) => ({ value: readAnswer(answer, request), bytes: answer.bytes }),
};

/** The text of an answer that is not JSON, such as CSV. */
export const asText: Reading<string> = { readBody: readText, readAnswer: readTextAnswer };

const readAttempts = 3;
const longestWait = 30;

/** Sends calls to one manager; the key travels in the query string and leaves this class in no text. */
export class Transport {
  private readonly underWay = new Set<Promise<unknown>>();
  private isClosed = false;

  constructor(private readonly options: TransportOptions) {}

  /**
   * What a reading makes of the answer: without one its decoded JSON body, undefined when it is empty.
   * @throws {ApiError} for every failure
   */
  send(call: Call): Promise<unknown>;
  send<T>(call: Call, reading: Reading<T>): Promise<T>;
  async send(call: Call, reading: Reading<unknown> = asJson): Promise<unknown> {
    const result = this.attempt(call, reading).finally(() => this.underWay.delete(result));
    this.underWay.add(result);
    return result;
  }

  /** The call that reads an address of the same manager; undefined for any other address. */
  callOf(address: string, call: Call): Call | undefined {
    const base = `${this.options.address}/`;
    const from = `${this.options.address}${call.path}`;
    if (!URL.canParse(address, from)) return undefined;
    const url = new URL(address, from);
    if (!url.href.startsWith(new URL(base).href)) return undefined;
    url.searchParams.delete('auth_token');
    const path = url.href.slice(new URL(base).href.length - 1).split(/[?#]/)[0] ?? '';
    return { ...call, path, parameters: Object.fromEntries(url.searchParams) };
  }

  /** Refuses further calls, and closes the sockets once those under way have ended. */
  async close(): Promise<void> {
    this.isClosed = true;
    await Promise.allSettled(this.underWay);
    await this.options.dispatcher.destroy();
  }

  private async attempt<T>(call: Call, reading: Reading<T>): Promise<T> {
    const { method, path } = call;
    for (let attempt = 1; ; attempt += 1) {
      if (this.isClosed)
        throw new ApiError({ reason: 'unreachable', stage: 'closed', method, path, neverSent: true });
      try {
        return await this.sendOnce(call, reading);
      } catch (error) {
        if (attempt >= readAttempts || !isWorthRepeating(error, call)) throw error;
        await delay(waitBefore(attempt, error), undefined, { signal: call.signal }).catch(() => {
          throw new ApiError({ reason: 'cancelled', method, path });
        });
      }
    }
  }

  private async sendOnce<T>(call: Call, reading: Reading<T>): Promise<T> {
    const { key, log, viaProxy } = this.options;
    const about = { method: call.method, path: call.path, key, secrets: call.secrets, viaProxy };
    const started = performance.now();
    const took = () => `${Math.round(performance.now() - started)} ms`;
    try {
      const answer = await this.exchange(call, reading.readBody);
      log(`${call.method} ${call.path} ${answer.status} ${took()}`);
      return reading.readAnswer(answer, about);
    } catch (error) {
      const failure = isApiError(error) ? error : networkFailure(error, about);
      log(`${failure.message} ${took()}`);
      throw failure;
    }
  }

  private async exchange(call: Call, readBody: ReadBody): Promise<Answer> {
    const limit = timeLimit(this.options.timeout, call.signal);
    try {
      return await this.exchangeWithin(limit.signal, call, readBody);
    } finally {
      limit.end();
    }
  }

  private async exchangeWithin(signal: AbortSignal, call: Call, readBody: ReadBody): Promise<Answer> {
    signal.throwIfAborted();
    const answering = request(this.url(call), {
      dispatcher: this.options.dispatcher,
      method: call.method,
      idempotent: call.isRead,
      headers: {
        'accept-encoding': acceptedCodings,
        accept: call.path.endsWith('.csv') ? 'text/csv, application/json' : 'application/json',
        ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: call.body === undefined ? null : printExactJson(call.body),
      // The deadline ends both; only the tunnel of a proxy has a limit of its own.
      headersTimeout: 0,
      bodyTimeout: 0,
      signal,
    });
    const response = await orAborted(answering, signal);
    const { headers, statusCode } = response;
    const received = { bytes: 0 };
    const { method, path } = call;
    const info = { method, path, coding: headerText(headers['content-encoding']), received };
    const text = bodyText(response.body as AsyncIterable<Buffer>, info);
    const body = await readBody(text, call).catch((error: unknown) => {
      // What nobody reads would keep its socket.
      response.body.on('error', () => undefined).destroy();
      throw error;
    });
    return {
      status: statusCode,
      contentType: headerText(headers['content-type']) ?? '',
      retryAfter: headerText(headers['retry-after']),
      location: headerText(headers.location),
      link: headerText(headers.link),
      ...received,
      ...body,
    };
  }

  private url({ path, parameters = {} }: Call): string {
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(parameters)) if (value !== undefined) query.set(name, value);
    query.set('auth_token', this.options.key);
    return `${this.options.address}${path}?${query.toString()}`;
  }
}

/** Rejects when a call has ended; undici does not look at its signal while a proxy makes a tunnel. */
async function orAborted<T>(answering: Promise<T>, signal: AbortSignal): Promise<T> {
  const listening = new AbortController();
  const aborted = new Promise<never>((_resolve, reject) => {
    const end = () => reject(signal.reason as Error);
    signal.addEventListener('abort', end, { once: true, signal: listening.signal });
  });
  return Promise.race([answering, aborted]).finally(() => listening.abort());
}

const headerText = (value: string | string[] | undefined) =>
  Array.isArray(value) ? value.join(', ') : value;

function isWorthRepeating(error: unknown, { isRead }: Call): boolean {
  if (!(error instanceof ApiError)) return false;
  if (!isRead) return false;
  if (error.reason === 'unreachable') return error.stage !== 'dns' && error.stage !== 'proxy';
  if (error.reason === 'rateLimited') return (error.retryAfter ?? 0) <= longestWait;
  return error.reason === 'server' && (error.status === 502 || error.status === 503);
}

/** Milliseconds, with full jitter; what the manager asks for wins. */
function waitBefore(attempt: number, error: unknown): number {
  const asked = error instanceof ApiError ? error.retryAfter : undefined;
  return asked === undefined ? Math.random() * 300 * 2 ** attempt : asked * 1000;
}

/**
 * An identity as one segment of a path. What a path would swallow is refused: a delete must never reach another address
 * than the one that was meant.
 * @throws {ApiError} `invalid`, with nothing sent
 */
export function pathSegment(identity: string | number): string {
  const text = String(identity);
  if (text === '' || text === '.' || text === '..') {
    const detail = `“${text}” cannot stand in a path`;
    throw new ApiError({ reason: 'invalid', method: 'GET', path: '/api/v1', detail, neverSent: true });
  }
  return encodeURIComponent(text).replaceAll('%3A', ':');
}
