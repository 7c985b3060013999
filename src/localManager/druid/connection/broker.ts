import type { Socket } from 'node:net';
import { buildConnector, Pool, type Dispatcher } from 'undici';
import type { ClusterAccess } from './clusterAccess.js';
import { certificateRefusal, ClosedUnanswered, codeOf, NotConnected } from './clusterProblem.js';

/** Milliseconds in which a connection has to be there. */
const longestConnecting = 5_000;

/**
 * Milliseconds that a connection is kept without a request: longer than the looks at a broker are apart, so that one is always
 * there, and shorter than services and what stands before them keep theirs.
 */
const longestIdle = 10_000;

/** Codes of a connection that the other side ended. */
const endings: readonly string[] = ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'];

/** One request to a broker. */
export interface BrokerCall {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Below the address, `/druid/v2`. */
  readonly path: string;
  /** JSON text. */
  readonly body?: string;
  readonly signal?: AbortSignal | undefined;
}

/** A broker or router of a cluster, with connections that are kept alive. */
export class Broker {
  /** Whether its answers were seen to say that they are whole; a proxy on the way may announce that and lose it. */
  confirmsAnswers = false;
  private readonly pool: Pool;
  private readonly basePath: string;
  private hasAnswered = false;

  constructor(
    readonly address: string,
    private readonly access: Pick<ClusterAccess, 'tls' | 'authorization'>,
  ) {
    const { origin, pathname } = new URL(address);
    this.basePath = pathname.replace(/\/$/, '');
    const connect = markingFailures(buildConnector({ ...access.tls, timeout: longestConnecting }));
    // Whoever asks has a time limit for the whole answer.
    const limits = { headersTimeout: 0, bodyTimeout: 0, keepAliveTimeout: longestIdle };
    this.pool = new Pool(origin, { connect, ...limits });
  }

  /**
   * Sends a request once.
   * @throws NotConnected when nothing of it was sent; the reason of the signal as soon as it aborts; other errors when it may
   * have been read
   */
  async send({ method, path, body, signal }: BrokerCall): Promise<Dispatcher.ResponseData> {
    signal?.throwIfAborted();
    const { authorization } = this.access;
    const answering = this.pool.request({
      method,
      path: `${this.basePath}${path}`,
      headers: {
        accept: 'application/json',
        ...(authorization !== undefined && { authorization }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body }),
      ...(signal && { signal }),
    });
    const answer = await (signal ? unlessAborted(answering, signal) : answering).catch((error: unknown) => {
      throw this.explained(error);
    });
    this.hasAnswered = true;
    return answer;
  }

  /** What a failure means: where TLS was refused that is not always said, and only found out with the first request. */
  private explained(error: unknown): unknown {
    // With TLS 1.3 a client is connected before its certificate was looked at, but nothing that it sends is read until then.
    if (certificateRefusal(error) !== undefined) return new NotConnected(error as Error);
    if (this.hasAnswered || !this.address.startsWith('https:')) return error;
    const code = codeOf(error instanceof NotConnected ? error.cause : error);
    return endings.includes(code) ? new NotConnected(new ClosedUnanswered()) : error;
  }

  /** Cuts the connections. */
  close(): Promise<void> {
    return this.pool.destroy();
  }
}

/**
 * An answer, or the reason why nobody waits for it any more. undici looks at a signal only when there is a connection, which
 * takes five seconds not to come; a request that is given up by then is never sent.
 */
const unlessAborted = (
  answering: Promise<Dispatcher.ResponseData>,
  signal: AbortSignal,
): Promise<Dispatcher.ResponseData> =>
  new Promise((resolve, reject) => {
    const giveUp = () => {
      reject(signal.reason as Error);
      // What becomes of it later interests nobody, but an answer would keep its connection.
      void answering.then(
        ({ body }) => body.on('error', () => undefined).destroy(),
        () => undefined,
      );
    };
    signal.addEventListener('abort', giveUp, { once: true });
    void answering.finally(() => signal.removeEventListener('abort', giveUp)).then(resolve, reject);
  });

/** An error while connecting, TLS included, is told apart from all later ones. */
const markingFailures =
  (connect: buildConnector.connector): buildConnector.connector =>
  (options, callback) =>
    connect(options, (...[error, socket]) => {
      if (error) return callback(new NotConnected(error), null);
      socket.on('error', keepRefusal);
      callback(null, socket);
    });

/** Cuts a connection that was refused, as undici would name its orderly end and not the alert before it, which says why. */
function keepRefusal(this: Socket, error: Error): void {
  if (!this.destroyed && certificateRefusal(error) !== undefined) this.destroy(error);
}
