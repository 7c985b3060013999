import { setMaxListeners } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { timeLimit } from 'netsensor-contract/text/timeLimit';
import type { Broker } from './broker.js';

/** Milliseconds for telling a broker to give a query up, and of those that anything else waits for it. */
const longestTelling = 10_000;
const longestWaited = 2_000;
/** Milliseconds until it is told again: a broker that has not begun a query takes what it is told of it for done. */
const betweenTellings = [300, 2_000, 8_000];

/** What is known of the brokers, and who is told about them. */
interface CancelParts {
  readonly isServing: (broker: Broker) => boolean;
  readonly say: (sentence: string) => void;
}

/** Tells the brokers of a cluster to give queries up that nobody waits for any more. */
export class QueryCancels {
  private readonly telling = new Set<Promise<void>>();
  private readonly refusing = new Set<Broker>();
  private readonly closing = new AbortController();

  constructor(
    private readonly brokers: readonly Broker[],
    private readonly parts: CancelParts,
  ) {
    // Each query that is given up waits for it.
    setMaxListeners(0, this.closing.signal);
  }

  /**
   * Tells all brokers, of which only one knows the query; resolves when those that serve were told once, or after a moment. Also
   * told are those that did not answer the last look: they may be busy with what is to be given up.
   */
  async cancel(queryId: string): Promise<void> {
    const told = this.brokers.map(broker => [broker, this.tell(broker, queryId)] as const);
    const all = Promise.all(told.map(([, each]) => each)).then(() => undefined);
    this.telling.add(all);
    void all.finally(() => this.telling.delete(all)).then(() => this.tellAgain(queryId));
    const serving = told.filter(([broker]) => this.parts.isServing(broker)).map(([, each]) => each);
    await forAMoment(serving.length > 0 ? serving : [all]);
  }

  /** Waits a moment for what is being told, and tells nothing again. */
  async close(): Promise<void> {
    this.closing.abort();
    await forAMoment([...this.telling]);
  }

  private async tellAgain(queryId: string): Promise<void> {
    for (const pause of betweenTellings) {
      const isDue = setTimeout(pause, true, { ref: false, signal: this.closing.signal }).catch(() => false);
      if (!(await isDue)) return;
      await Promise.all(this.brokers.map(broker => this.tell(broker, queryId)));
    }
  }

  private async tell(broker: Broker, queryId: string): Promise<void> {
    const path = `/druid/v2/${encodeURIComponent(queryId)}`;
    const limit = timeLimit(longestTelling);
    try {
      const { statusCode, body } = await broker.send({ method: 'DELETE', path, signal: limit.signal });
      if (statusCode === 403) this.noteRefusal(broker);
      await body.dump();
    } catch {
      // One that cannot be told may be the next time, and ends the query when its time is over.
    } finally {
      limit.end();
    }
  }

  /** Druid lets those who may write a data source end queries of it; said once, since it goes for each. */
  private noteRefusal(broker: Broker): void {
    if (this.refusing.has(broker)) return;
    this.refusing.add(broker);
    this.parts.say(
      `${broker.address} does not let the manager end queries whose clients have left: its user may not write the data sources.`,
    );
  }
}

/** Waits for something that is done in any case, but not for long. */
const forAMoment = (work: readonly Promise<void>[]): Promise<unknown> =>
  Promise.race([Promise.all(work), setTimeout(longestWaited, undefined, { ref: false })]);
