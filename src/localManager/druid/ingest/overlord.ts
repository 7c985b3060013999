import * as z from 'zod';
import { messageOf } from '../../http/errors.js';
import { jsonIn } from '../../../model/text/looseValues.js';
import { timeLimit } from '../../../model/text/timeLimit.js';
import { Broker, type BrokerCall } from '../connection/broker.js';
import type { ClusterAccess } from '../connection/clusterAccess.js';
import { connectionReason, NotConnected, refusedBy } from '../connection/clusterProblem.js';

/** Milliseconds for one answer; a task with rows in it takes a while to arrive. */
const longestAnswer = 120_000;

/** How a task is doing. */
export interface TaskState {
  readonly state: 'waiting' | 'running' | 'done' | 'failed';
  /** Why it failed, in the words of the cluster. */
  readonly reason: string | undefined;
}

const accepted = z.looseObject({ task: z.string() });
const statusAnswer = z.looseObject({
  status: z.looseObject({
    statusCode: z.string().nullish(),
    status: z.string().nullish(),
    runnerStatusCode: z.string().nullish(),
    errorMsg: z.string().nullish(),
  }),
});

/** The overlord of a cluster, which runs its tasks; a router passes requests on to it. */
export class Overlord {
  private readonly connection: Broker;

  constructor(address: string, access: Pick<ClusterAccess, 'tls' | 'authorization'>) {
    this.connection = new Broker(address, access);
  }

  /** Starts a task, which brings its id. @throws Error with one sentence when it was not taken */
  async submit(task: object, signal: AbortSignal): Promise<void> {
    const body = JSON.stringify(task);
    this.read(accepted, await this.ask({ method: 'POST', path: '/druid/indexer/v1/task', body, signal }));
  }

  /** @throws Error with one sentence */
  async stateOf(task: string, signal: AbortSignal): Promise<TaskState> {
    const path = `/druid/indexer/v1/task/${encodeURIComponent(task)}/status`;
    const { status } = this.read(statusAnswer, await this.ask({ method: 'GET', path, signal }));
    const code = status.statusCode ?? status.status;
    if (code === 'SUCCESS') return { state: 'done', reason: undefined };
    if (code === 'FAILED') return { state: 'failed', reason: status.errorMsg ?? undefined };
    return { state: status.runnerStatusCode === 'RUNNING' ? 'running' : 'waiting', reason: undefined };
  }

  /** Ends a task; one that has ended, or an overlord that is gone, is no matter. */
  async shutDown(task: string): Promise<void> {
    const path = `/druid/indexer/v1/task/${encodeURIComponent(task)}/shutdown`;
    await this.ask({ method: 'POST', path, body: '' }).catch(() => undefined);
  }

  /** Cuts the connections. */
  close(): Promise<void> {
    return this.connection.close();
  }

  private async ask(call: BrokerCall): Promise<unknown> {
    const limit = timeLimit(longestAnswer, call.signal);
    try {
      const { statusCode, headers, body } = await this.connection.send({ ...call, signal: limit.signal });
      const text = await body.text();
      if (statusCode === 200) return jsonIn(text);
      throw new Error(this.refusal(statusCode, { text, location: headers['location'] }));
    } catch (error) {
      call.signal?.throwIfAborted();
      if (error instanceof NotConnected) throw new Error(this.unreachable(connectionReason(error.cause)));
      if (limit.signal.aborted) throw new Error(this.unreachable('does not answer'));
      throw error;
    } finally {
      limit.end();
    }
  }

  private read<T>(shape: z.ZodType<T>, answer: unknown): T {
    const found = shape.safeParse(answer);
    if (found.success) return found.data;
    throw new Error(`${this.connection.address} does not answer as an overlord of Druid; ${advice}.`);
  }

  private unreachable(what: string): string {
    return `The overlord cannot be asked: ${this.connection.address} ${what}; ${advice}.`;
  }

  private refusal(status: number, { text, location }: { text: string; location: unknown }): string {
    const { address } = this.connection;
    if (status === 307 && typeof location === 'string' && URL.canParse(location))
      return `${address} is not the overlord that leads; give --druid-overlord ${new URL(location).origin}.`;
    if (status === 404 || status === 405) return `${address} passes nothing on to the overlord; ${advice}.`;
    return `The overlord refuses the task: ${messageOf(refusedBy(address, status, text))}.`;
  }
}

const advice =
  'name it with --druid-overlord, or a router with druid.router.managementProxy.enabled=true with --druid';
