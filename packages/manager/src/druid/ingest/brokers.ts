import { jsonIn } from 'netsensor-contract/text/looseValues';
import { messageOf } from '../../http/errors.js';
import { Broker, type BrokerAccess } from '../connection/broker.js';
import type { ClusterAccess } from '../connection/clusterAccess.js';
import { connectionReason, noBroker, NotConnected, refusedBy } from '../connection/clusterProblem.js';
import { MayPass } from './patiently.js';
import { serviceAnswer } from './serviceAnswer.js';

/** Milliseconds for one answer: a cluster that loads has less time for others. */
const longestAnswer = 30_000;

/**
 * The brokers of a cluster, asked for what is small. A `Cluster` words failures for those who query; whoever loads has to
 * tell refusals, which are definite, from what may pass.
 */
export class Brokers {
  /** The one that was reached last comes first. */
  private readonly inTurn: Broker[];

  constructor(access: BrokerAccess & Pick<ClusterAccess, 'addresses'>) {
    this.inTurn = access.addresses.map(address => new Broker(address, access));
  }

  /**
   * The JSON that one of them answers a native query with; the next is asked where no connection was made.
   * @throws MayPass for a failure that may soon be over, an Error with one sentence for others; the reason of the signal
   * when it aborts
   */
  async ask(query: object, signal: AbortSignal): Promise<unknown> {
    const failed = new Map<string, string>();
    for (const broker of [...this.inTurn]) {
      try {
        return await answerOf(broker, query, signal);
      } catch (error) {
        if (!(error instanceof NotConnected)) throw error;
        failed.set(broker.address, connectionReason(error.cause));
        this.inTurn.push(...this.inTurn.splice(this.inTurn.indexOf(broker), 1));
      }
    }
    throw new MayPass(`${messageOf(noBroker(failed))}.`);
  }

  /** Cuts the connections. */
  async close(): Promise<void> {
    await Promise.all(this.inTurn.map(broker => broker.close()));
  }
}

async function answerOf(broker: Broker, query: object, signal: AbortSignal): Promise<unknown> {
  const { address } = broker;
  const text = await serviceAnswer(broker, {
    method: 'POST',
    path: '/druid/v2',
    body: JSON.stringify(query),
    signal,
    longest: longestAnswer,
    refused: (status, { text: reason }) => `${messageOf(refusedBy(address, status, reason))}.`,
  });
  const answer = jsonIn(text);
  if (answer === undefined) throw new Error(`The Druid cluster at ${address} does not answer in JSON.`);
  return answer;
}
