import type { Dispatcher } from 'undici';
import { jsonIn } from 'netsensor-contract/text/looseValues';
import { timeLimit } from 'netsensor-contract/text/timeLimit';
import type { EnginePart } from '../../dataQuery/dataEngine.js';
import { QueryProblem } from '../../http/errors.js';
import { messageOf } from '../../http/errors.js';
import { Broker, type BrokerCall } from './broker.js';
import { QueryCancels } from './queryCancels.js';
import { expiryOf, type ClusterAccess } from './clusterAccess.js';
import {
  codeOf,
  ConnectionLost,
  connectionReason,
  noBroker,
  shownProblem,
  NotConnected,
  refusedBy,
  statusReason,
  withoutReason,
} from './clusterProblem.js';

/** The trailer in which engines since 31 say whether their answer is whole. */
export const completeTrailer = 'x-druid-response-complete';

/** What data sources there are, which brokers know and routers ask them. */
const dataSourcesPath = '/druid/v2/datasources';

/** Milliseconds between looks at the brokers, and for one look. */
const betweenLooks = 5_000;
const longestLook = 3_000;
/** Milliseconds for what a broker knows without asking others. */
const longestSmallAnswer = 10_000;
/** Bytes of the body of a failure that are read. */
const longestFailure = 64 * 1024;

/** An answer with status 200 that is on its way, and who sends it. */
export interface ClusterAnswer {
  readonly broker: Broker;
  readonly body: Dispatcher.ResponseData['body'];
  /** Whether what comes behind it is to say that it is whole. */
  readonly isToBeConfirmed: boolean;
  /** Complete when the body has ended. */
  readonly trailers: Readonly<Record<string, string>>;
}

/** The brokers of a cluster. What one of them cannot have begun is given to the next; nothing is sent twice otherwise. */
export class Cluster {
  private readonly brokers: readonly Broker[];
  private readonly problems = new Map<Broker, string>();
  private readonly looking: NodeJS.Timeout;
  private readonly cancels: QueryCancels;
  private certificateTold: string | undefined;
  private turn = 0;
  private named: ReadonlySet<string> = new Set();
  /** Is told when a broker goes, or is back. */
  onDidChange: ((sentence: string) => void) | undefined;

  constructor(private readonly access: ClusterAccess) {
    this.brokers = access.addresses.map(address => new Broker(address, access));
    this.cancels = new QueryCancels(this.brokers, {
      isServing: broker => !this.problems.has(broker),
      say: sentence => this.onDidChange?.(sentence),
    });
    this.looking = setInterval(() => void this.look(), betweenLooks).unref();
  }

  /** All brokers as they are known to be. */
  get health(): readonly EnginePart[] {
    return this.brokers.map(broker => ({ name: broker.address, problem: this.problems.get(broker) }));
  }

  /** What is wrong with the certificate that is shown, whether a broker looks at it or not. */
  get certificateProblem(): string | undefined {
    const expired = expiryOf(this.access.tls);
    return expired && `expired at ${expired}; renew that of --druid-cert`;
  }

  /** Names of the data sources that brokers had when they were last asked; one without a historical is none. */
  get dataSources(): ReadonlySet<string> {
    return this.named;
  }

  /** Asks which data sources there are. @throws as `ask` */
  async readDataSources(): Promise<ReadonlySet<string>> {
    const answer = await this.askJson({ method: 'GET', path: dataSourcesPath });
    return (this.named = namesIn(answer) ?? new Set());
  }

  /**
   * Looks at every broker; one that was gone and is back takes queries again. It is asked what only a broker knows, from its
   * memory: routers are healthy without one, and every service is without a password.
   */
  async look(): Promise<void> {
    await this.access.renew?.();
    this.noteCertificate();
    const looks = await Promise.all(
      this.brokers.map(async broker => {
        const limit = timeLimit(longestLook);
        const call = { method: 'GET', path: dataSourcesPath, signal: limit.signal } as const;
        const look = await broker.send(call).then(seenAt).catch(this.whyNot(broker)).finally(limit.end);
        this.note(broker, typeof look === 'string' ? look : undefined);
        return typeof look === 'string' ? undefined : look;
      }),
    );
    const serving = looks.filter(names => names !== undefined);
    if (serving.length > 0) this.named = new Set(serving.flatMap(names => [...names]));
  }

  /**
   * Asks one broker, or the next where no connection was made.
   * @throws QueryProblem with one sentence for every answer but 200, and where there is no answer; the reason of the
   * signal when it aborts
   */
  async ask(call: BrokerCall): Promise<ClusterAnswer> {
    const failed = new Map<string, string>();
    for (const broker of this.inTurn()) {
      try {
        return await answerOf(broker, call);
      } catch (error) {
        if (error instanceof QueryProblem || call.signal?.aborted) throw error;
        const shown = shownProblem(broker.address, error, this.access.tls);
        if (!(error instanceof NotConnected)) throw new ConnectionLost(broker.address, error as Error, shown);
        const reason = shown ?? connectionReason(error.cause);
        failed.set(broker.address, reason);
        this.note(broker, reason);
      }
    }
    throw noBroker(failed);
  }

  /** The decoded JSON of an answer that is small and comes at once. @throws QueryProblem as `ask`, 504 after ten seconds */
  async askJson(call: Omit<BrokerCall, 'signal'>): Promise<unknown> {
    const limit = timeLimit(longestSmallAnswer);
    try {
      const { body } = await this.ask({ ...call, signal: limit.signal });
      return await body.json();
    } catch (error) {
      if (error instanceof QueryProblem) throw error;
      throw limit.signal.aborted
        ? new QueryProblem(`The Druid cluster does not answer ${call.path}`, 504)
        : new QueryProblem(`The Druid cluster does not answer ${call.path} in JSON`, 502);
    } finally {
      limit.end();
    }
  }

  /** Tells the brokers to give a query up; resolves as `QueryCancels.cancel`. */
  cancel(queryId: string): Promise<void> {
    return this.cancels.cancel(queryId);
  }

  /** Waits a moment until given up queries are told of, and cuts all connections. */
  async close(): Promise<void> {
    clearInterval(this.looking);
    this.onDidChange = undefined;
    await this.cancels.close();
    await Promise.all(this.brokers.map(broker => broker.close()));
  }

  /** Those that serve, each first in its turn, and then the others: one may be back. */
  private inTurn(): readonly Broker[] {
    const first = this.turn++ % this.brokers.length;
    const turned = [...this.brokers.slice(first), ...this.brokers.slice(0, first)];
    return turned.toSorted((one, other) => Number(this.problems.has(one)) - Number(this.problems.has(other)));
  }

  private readonly whyNot =
    ({ address }: Broker) =>
    (error: unknown): string =>
      shownProblem(address, error, this.access.tls) ?? whyNot(error);

  /** Tells once of a certificate that has expired; from then on looks see what new connections meet. */
  private noteCertificate(): void {
    const problem = this.certificateProblem;
    if (problem !== undefined && this.certificateTold !== problem)
      this.onDidChange?.(`The certificate that the cluster is shown ${problem}.`);
    this.certificateTold = problem;
    if (problem !== undefined) for (const broker of this.brokers) broker.lookAnew();
  }

  private note(broker: Broker, problem: string | undefined): void {
    if (this.problems.has(broker) !== (problem !== undefined))
      this.onDidChange?.(`${broker.address} ${problem ?? 'answers again'}.`);
    if (problem === undefined) this.problems.delete(broker);
    else this.problems.set(broker, problem);
  }
}

async function answerOf(broker: Broker, call: BrokerCall): Promise<ClusterAnswer> {
  const { statusCode, headers, body, trailers } = await broker.send(call);
  const isToBeConfirmed = String(headers['trailer']).toLowerCase().includes(completeTrailer);
  if (statusCode === 200) return { broker, body, isToBeConfirmed, trailers };
  throw refusedBy(broker.address, statusCode, await beginningOf(body));
}

/** What a failure says; a connection that ends meanwhile says no more. */
async function beginningOf(body: ClusterAnswer['body']): Promise<string> {
  const pieces: Buffer[] = [];
  let length = 0;
  try {
    for await (const piece of body as AsyncIterable<Buffer>) {
      pieces.push(piece);
      if ((length += piece.length) > longestFailure) break;
    }
  } catch {
    // The status is known, and is enough.
  }
  return Buffer.concat(pieces).toString();
}

/** The names of data sources that a broker answers with, or what is wrong with it. */
async function seenAt({ statusCode, body }: Dispatcher.ResponseData): Promise<ReadonlySet<string> | string> {
  if (statusCode === 200) {
    return namesIn(jsonIn(await body.text())) ?? 'does not say which data sources it has';
  }
  await body.dump();
  return statusReason(statusCode) ?? withoutReason(statusCode);
}

const namesIn = (answer: unknown): ReadonlySet<string> | undefined =>
  Array.isArray(answer) ? new Set(answer.map(String)) : undefined;

function whyNot(error: unknown): string {
  if (error instanceof NotConnected) return connectionReason(error.cause);
  if (error instanceof DOMException) return `does not answer within ${longestLook / 1000} seconds`;
  // What OpenSSL says besides is about its own source.
  if (error instanceof Error && codeOf(error).startsWith('ERR_SSL_')) return connectionReason(error);
  return `does not say what it has (${messageOf(error)})`;
}
