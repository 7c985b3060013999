import * as z from 'zod';
import { messageOf } from '../../http/errors.js';
import { jsonIn } from 'netsensor-contract/text/looseValues';
import { Broker, type BrokerAccess } from '../connection/broker.js';
import { connectionReason, NotConnected, refusedBy } from '../connection/clusterProblem.js';
import { MayPass } from './patiently.js';
import { serviceAnswer, type Refusal, type ServiceCall } from './serviceAnswer.js';

/** Milliseconds for the answer to a task, which takes a while to arrive with rows in it, and to a look at one. */
const longestTaking = 120_000;
const longestLook = 15_000;
/** Milliseconds for telling it to end a task: people wait for it who pressed Ctrl+C. */
const longestEnding = 5_000;

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
  private hasAnswered = false;

  constructor(address: string, access: BrokerAccess) {
    this.connection = new Broker(address, access);
  }

  /**
   * Starts a task, which brings its id.
   * @throws Error with one sentence when it was not taken, or may not have been: MayPass where that may soon be over
   */
  async submit(task: object, signal: AbortSignal): Promise<void> {
    const call = { method: 'POST', path: '/druid/indexer/v1/task', longest: longestTaking, signal } as const;
    this.read(accepted, await this.ask({ ...call, body: JSON.stringify(task) }));
  }

  /** @throws Error with one sentence: MayPass where that may soon be over */
  async stateOf(task: string, signal: AbortSignal): Promise<TaskState> {
    const path = `/druid/indexer/v1/task/${encodeURIComponent(task)}/status`;
    const answer = await this.ask({ method: 'GET', path, longest: longestLook, signal });
    const { status } = this.read(statusAnswer, answer);
    const code = status.statusCode ?? status.status;
    if (code === 'SUCCESS') return { state: 'done', reason: undefined };
    if (code === 'FAILED') return { state: 'failed', reason: status.errorMsg ?? undefined };
    return { state: status.runnerStatusCode === 'RUNNING' ? 'running' : 'waiting', reason: undefined };
  }

  /** Ends a task; one that has ended, or an overlord that is gone, is no matter. */
  async shutDown(task: string): Promise<void> {
    const path = `/druid/indexer/v1/task/${encodeURIComponent(task)}/shutdown`;
    await this.ask({ method: 'POST', path, longest: longestEnding, body: '' }).catch(() => undefined);
  }

  /** Cuts the connections. */
  close(): Promise<void> {
    return this.connection.close();
  }

  private async ask(call: Omit<ServiceCall, 'refused'>): Promise<unknown> {
    try {
      const refused = this.refusal.bind(this);
      const text = await serviceAnswer(this.connection, { ...call, refused });
      this.hasAnswered = true;
      return jsonIn(text);
    } catch (error) {
      const failure =
        error instanceof NotConnected ? new MayPass(this.unreachable(connectionReason(error.cause))) : error;
      // One that was never there is more likely named wrongly than about to come.
      throw failure instanceof MayPass && !this.hasAnswered ? new Error(failure.message) : failure;
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

  private refusal(status: number, { text, location }: Refusal): string {
    const { address } = this.connection;
    if (status === 307 && typeof location === 'string' && URL.canParse(location))
      return `${address} is not the overlord that leads; give --druid-overlord ${new URL(location).origin}.`;
    if (status === 404 || status === 405) return `${address} passes nothing on to the overlord; ${advice}.`;
    const what = status >= 500 ? 'cannot be asked now' : 'refuses the task';
    return `The overlord ${what}: ${messageOf(refusedBy(address, status, text))}.`;
  }
}

const advice =
  'name it with --druid-overlord, or a router with druid.router.managementProxy.enabled=true with --druid';
