import { timeLimit } from 'netsensor-contract/text/timeLimit';
import type { Broker, BrokerCall } from '../connection/broker.js';
import { ConnectionLost, NotConnected } from '../connection/clusterProblem.js';
import { MayPass } from './patiently.js';

/** Statuses of a service that starts, has too much to do, or is not reached by what stands before it. */
const passing: ReadonlySet<number> = new Set([429, 500, 502, 503, 504]);

/** What came with a status other than 200. */
export interface Refusal {
  readonly text: string;
  /** Where the service sends whoever asks. */
  readonly location: unknown;
}

export interface ServiceCall extends Omit<BrokerCall, 'signal'> {
  /** Milliseconds for the whole answer. */
  readonly longest: number;
  readonly signal?: AbortSignal;
  /** The sentence for a status other than 200. */
  readonly refused: (status: number, refusal: Refusal) => string;
}

/**
 * The text that a service answers with status 200.
 * @throws NotConnected when nothing was sent; MayPass for other failures that may soon be over, an Error for one that is
 * definite; the reason of the signal when it aborts
 */
export async function serviceAnswer(service: Broker, call: ServiceCall): Promise<string> {
  const { status, ...answer } = await whole(service, call);
  if (status === 200) return answer.text;
  const sentence = call.refused(status, answer);
  throw passing.has(status) ? new MayPass(sentence) : new Error(sentence);
}

async function whole(
  service: Broker,
  { longest, signal, method, path, body }: ServiceCall,
): Promise<Refusal & { readonly status: number }> {
  const limit = timeLimit(longest, signal);
  try {
    const call = { method, path, ...(body !== undefined && { body }), signal: limit.signal };
    const { statusCode, headers, body: answer } = await service.send(call);
    return { status: statusCode, text: await answer.text(), location: headers['location'] };
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof NotConnected) throw error;
    throw new MayPass(
      limit.signal.aborted
        ? `The Druid cluster at ${service.address} does not answer within ${longest / 1000} seconds.`
        : `${new ConnectionLost(service.address, error as Error).message}.`,
    );
  } finally {
    limit.end();
  }
}
