import type { Socket } from 'node:net';
import { buildConnector, Pool, type Dispatcher } from 'undici';
import type { ClusterAccess, ClusterTls } from './clusterAccess.js';
import { certificateRefusal, ClosedUnanswered, codeOf, endings, NotConnected } from './clusterProblem.js';

/** Milliseconds in which a connection has to be there. */
const longestConnecting = 5_000;

/**
 * Milliseconds that a connection is kept without a request: longer than the looks at a broker are apart, so that one is always
 * there, and shorter than services and what stands before them keep theirs.
 */
const longestIdle = 10_000;

/** Statuses of who is not let in. */
const refusals: readonly number[] = [401, 403];

/** What a broker is shown. */
export type BrokerAccess = Pick<ClusterAccess, 'tls' | 'authorization' | 'renew'>;

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
  private readonly basePath: string;
  private tls: ClusterTls;
  /** For queries; their answers take long. */
  private queries: Pool;
  /** For all else, which ends queries and looks at how a broker is, and never waits behind them. */
  private others: Pool;
  /** Pools whose last answers are read. */
  private readonly retired = new Set<Pool>();
  private hasAnswered = false;

  constructor(
    readonly address: string,
    private readonly access: BrokerAccess,
  ) {
    this.basePath = new URL(address).pathname.replace(/\/$/, '');
    this.tls = access.tls;
    this.queries = this.newPool();
    this.others = this.newPool();
  }

  /**
   * Sends a request once, and once more where it was refused for what has been renewed since.
   * @throws NotConnected when nothing of it was sent; the reason of the signal as soon as it aborts; other errors when it may
   * have been read
   */
  async send(call: BrokerCall): Promise<Dispatcher.ResponseData> {
    const { tls, authorization } = this.access;
    const isRenewed = async (): Promise<boolean> => {
      await this.access.renew?.();
      return this.access.tls !== tls || this.access.authorization !== authorization;
    };
    try {
      const answer = await this.sendOnce(call);
      if (!refusals.includes(answer.statusCode) || !(await isRenewed())) return answer;
      await answer.body.dump();
    } catch (error) {
      // Some services end a connection without a word when they do not take a certificate.
      const isEnded = error instanceof NotConnected || endings.includes(codeOf(error));
      const mayBeRefused = isEnded && this.address.startsWith('https:');
      if (!mayBeRefused || !(await isRenewed())) throw error;
    }
    return this.sendOnce(call);
  }

  /** Connects anew for the next look, so that it sees what new connections meet. */
  lookAnew(): void {
    this.retire(this.others);
    this.others = this.newPool();
  }

  private async sendOnce({ method, path, body, signal }: BrokerCall): Promise<Dispatcher.ResponseData> {
    signal?.throwIfAborted();
    this.showRenewed();
    const { authorization } = this.access;
    const pool = method === 'POST' ? this.queries : this.others;
    const answering = pool.request({
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
  async close(): Promise<void> {
    await Promise.all([this.queries, this.others, ...this.retired].map(pool => pool.destroy()));
  }

  /** Connects with the certificates that there are now; what is asked already goes on as it began. */
  private showRenewed(): void {
    if (this.tls === this.access.tls) return;
    this.tls = this.access.tls;
    this.hasAnswered = false;
    this.retire(this.queries);
    this.queries = this.newPool();
    this.lookAnew();
  }

  private newPool(): Pool {
    const connect = markingFailures(buildConnector({ ...this.tls, timeout: longestConnecting }));
    // Whoever asks has a time limit for the whole answer.
    const limits = { headersTimeout: 0, bodyTimeout: 0, keepAliveTimeout: longestIdle };
    return new Pool(new URL(this.address).origin, { connect, ...limits });
  }

  private retire(pool: Pool): void {
    this.retired.add(pool);
    void pool.close().finally(() => this.retired.delete(pool));
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
