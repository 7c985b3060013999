import { request, type Dispatcher } from 'undici';
import { printExactJson } from 'netsensor-contract/text/exactJson';
import { timeLimit } from 'netsensor-contract/text/timeLimit';
import type { Answer } from './answer.js';
import { ApiError, isApiError, type FailedConnection } from './apiError.js';
import { acceptedCodings, bodyText, readText, type ReadBody } from './responseBody.js';
import { asJson, type Reading } from './readings.js';
import { networkFailure } from './networkFailure.js';
import { isWorthRepeating, Retries, readAttempts, waitBefore } from './retries.js';
import type { ShowWait } from './sharedWait.js';

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
  /** Noted on what it throws. */
  readonly connection?: FailedConnection | undefined;
  readonly dispatcher: Dispatcher;
  readonly viaProxy: boolean;
  /** Milliseconds for a whole answer. */
  readonly timeout: number;
  /** Told of every answer and failure, without the key. */
  readonly log: (line: string) => void;
  /** Told once when letters came that are no UTF-8, without a charset: they are read as windows-1252. */
  readonly onGuessedLetters?: (() => void) | undefined;
  /** Told of what came of every call, however often it was sent, and how many milliseconds that took. */
  readonly onSettled?: ((failure: ApiError | undefined, took: number) => void) | undefined;
  /** Shows the wait of a write that the manager asked for, unless its caller does. */
  readonly showWait?: ShowWait | undefined;
  /** Called at the moment of every write. @throws when nothing may be written any more; nothing is sent then */
  readonly requireUnlocked?: (() => void) | undefined;
}

/** Sends calls to one manager; the key travels in the query string and leaves this class in no text. */
export class Transport {
  private readonly underWay = new Set<Promise<unknown>>();
  private readonly retries: Retries;
  private isClosed = false;
  private hasGuessed = false;

  constructor(private readonly options: TransportOptions) {
    this.retries = new Retries(options.showWait);
  }

  /**
   * What a reading makes of the answer: without one its decoded JSON body, undefined when it is empty.
   * @throws {ApiError} for every failure, and what `requireUnlocked` throws
   */
  send(call: Call): Promise<unknown>;
  send<T>(call: Call, reading: Reading<T>): Promise<T>;
  async send(call: Call, reading: Reading<unknown> = asJson): Promise<unknown> {
    const result = this.settled(call, reading).finally(() => this.underWay.delete(result));
    this.underWay.add(result);
    return result;
  }

  private async settled<T>(call: Call, reading: Reading<T>): Promise<T> {
    const { connection, onSettled } = this.options;
    const started = performance.now();
    const took = () => performance.now() - started;
    try {
      const answer = await this.attempt(call, reading);
      onSettled?.(undefined, took());
      return answer;
    } catch (error) {
      if (!isApiError(error)) throw error;
      error.connection ??= connection;
      onSettled?.(error, took());
      throw error;
    }
  }

  /**
   * The query of an address, without a key; undefined for the address of anything else than a call asks for already: what
   * a manager names may be a GET that writes.
   */
  queryOf(address: string, { path }: Call): Record<string, string> | undefined {
    const from = new URL(`${this.options.address}${path}`);
    if (!URL.canParse(address, from.href)) return undefined;
    const { origin, pathname, searchParams } = new URL(address, from);
    if (origin !== from.origin || pathname !== from.pathname) return undefined;
    searchParams.delete('auth_token');
    return Object.fromEntries(searchParams);
  }

  /** Refuses further calls, and closes the sockets once those under way have ended. */
  async close(): Promise<void> {
    this.isClosed = true;
    this.retries.close();
    await Promise.allSettled(this.underWay);
    await this.options.dispatcher.destroy();
  }

  private async attempt<T>(call: Call, reading: Reading<T>): Promise<T> {
    const { method, path } = call;
    const send = () => {
      if (this.isClosed)
        throw new ApiError({ reason: 'unreachable', stage: 'closed', method, path, neverSent: true });
      if (!call.isRead) this.options.requireUnlocked?.();
      return this.sendOnce(call, reading);
    };
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.retries.through(call, send);
      } catch (error) {
        if (attempt >= readAttempts || !isWorthRepeating(error, call)) throw error;
        await this.retries.rest(call, waitBefore(attempt, error));
      }
    }
  }

  private async sendOnce<T>(call: Call, reading: Reading<T>): Promise<T> {
    const { key, log, viaProxy } = this.options;
    const { method, path, secrets, isRead } = call;
    const about = { method, path, key, secrets, viaProxy, isRead };
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
    const contentType = headerText(headers['content-type']);
    const coding = headerText(headers['content-encoding']);
    const onGuessed = () => this.tellGuessed(call);
    const info = { method, path, coding, contentType, received, onGuessed };
    const text = bodyText(response.body as AsyncIterable<Buffer>, info);
    const isError = statusCode >= 400;
    const body = await (isError ? readText : readBody)(text, call).catch((error: unknown) => {
      // What nobody reads would keep its socket.
      response.body.on('error', () => undefined).destroy();
      // A refusal is one, also when its words cannot be read.
      if (isError && isApiError(error, 'badResponse')) return { text: '' };
      throw error;
    });
    return {
      status: statusCode,
      contentType: contentType ?? '',
      retryAfter: headerText(headers['retry-after']),
      date: headerText(headers.date),
      location: headerText(headers.location),
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, headerText(value)])),
      ...received,
      ...body,
    };
  }

  private tellGuessed({ method, path }: Call): void {
    if (this.hasGuessed) return;
    this.hasGuessed = true;
    this.options.log(`${method} ${path} is no UTF-8 and names no charset, read as windows-1252 there`);
    this.options.onGuessedLetters?.();
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
