import { setTimeout as delay } from 'node:timers/promises';
import { request, type Dispatcher } from 'undici';
import { readAnswer, type Answer } from './answer.js';
import { ApiError, isApiError } from './apiError.js';
import { networkFailure } from './failure.js';

/** One call of the manager's API. */
export interface Call {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** Path below the address, `/api/v1/inventory/racks`. */
  readonly path: string;
  readonly parameters?: Readonly<Record<string, string | undefined>>;
  readonly body?: unknown;
  /** Whether the call only reads; a write is never repeated once bytes were sent (design, Libraries). */
  readonly isRead: boolean;
  readonly signal?: AbortSignal | undefined;
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

const readAttempts = 3;
const longestWait = 30;
const largestBody = 256 * 1024 * 1024;

/** Sends calls to one manager; the key travels in the query string and leaves this class in no text. */
export class Transport {
  constructor(private readonly options: TransportOptions) {}

  /**
   * The decoded JSON body of the answer; undefined when it is empty.
   * @throws {ApiError} for every failure
   */
  async send(call: Call): Promise<unknown> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.sendOnce(call);
      } catch (error) {
        if (attempt >= readAttempts || !isWorthRepeating(error, call)) throw error;
        await delay(waitBefore(attempt, error), undefined, { signal: call.signal }).catch(() => {
          throw new ApiError({ reason: 'cancelled', method: call.method, path: call.path });
        });
      }
    }
  }

  /** Closes the sockets once the calls under way have ended. */
  async close(): Promise<void> {
    await this.options.dispatcher.close();
  }

  private async sendOnce(call: Call): Promise<unknown> {
    const { key, log, viaProxy } = this.options;
    const about = { method: call.method, path: call.path, key, viaProxy };
    const started = performance.now();
    const took = () => `${Math.round(performance.now() - started)} ms`;
    try {
      const answer = await this.exchange(call);
      log(`${call.method} ${call.path} ${answer.status} ${took()}`);
      return readAnswer(answer, about);
    } catch (error) {
      const failure = isApiError(error) ? error : networkFailure(error, about);
      log(`${failure.message} ${took()}`);
      throw failure;
    }
  }

  private async exchange(call: Call): Promise<Answer> {
    const { dispatcher, timeout } = this.options;
    const deadline = AbortSignal.timeout(timeout);
    const response = await request(this.url(call), {
      dispatcher,
      method: call.method,
      headers: {
        accept: 'application/json',
        ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: call.body === undefined ? null : JSON.stringify(call.body),
      headersTimeout: timeout,
      bodyTimeout: timeout,
      signal: call.signal ? AbortSignal.any([call.signal, deadline]) : deadline,
    });
    const { headers, statusCode } = response;
    return {
      status: statusCode,
      contentType: headerText(headers['content-type']) ?? '',
      retryAfter: headerText(headers['retry-after']),
      location: headerText(headers.location),
      text: await readText(response.body, call),
    };
  }

  private url({ path, parameters = {} }: Call): string {
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(parameters)) if (value !== undefined) query.set(name, value);
    query.set('auth_token', this.options.key);
    return `${this.options.address}${path}?${query.toString()}`;
  }
}

async function readText(body: Dispatcher.ResponseData['body'], { method, path }: Call): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > largestBody)
      throw new ApiError({ reason: 'badResponse', method, path, detail: 'Over 256 MB' });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

const headerText = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value);

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
