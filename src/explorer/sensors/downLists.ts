import type * as vscode from 'vscode';
import { isPart, type ListAnswer } from 'netsensor-contract/text/listAnswer';
import { isApiError } from '../../api/apiError.js';
import type { Connections } from '../../connections/connection.js';
import { downTree } from '../../model/sensors/downTree.js';
import { SensorIndex } from '../../model/sensors/sensorIndex.js';
import type { Log } from '../../ui/doors.js';
import { inBackground } from '../../ui/listeners.js';
import { Emitter, Owner } from '../../ui/lifetimes.js';
import { ReadCache } from '../readCache.js';
import { isRefused } from '../../words/remedies.js';
import type { Stale } from '../../words/staleWords.js';
import type { SensorTrees } from './sensorTrees.js';
import { entriesOf, type CountedList } from '../../words/partWords.js';

/** What a manager answered when it was asked for the access points that are down. */
export interface DownList {
  /** Of the sensor tree those alone, below the domains that the list names. */
  readonly index: SensorIndex;
  readonly answer: ListAnswer<unknown>;
}

/** Why a manager that does not answer one question answers no other. */
const unanswered = ['unreachable', 'timeout', 'tls', 'cancelled'] as const;
const mostAtOnce = 2;
/** Milliseconds after which a reading is worth a word. */
const longWait = 3000;

/**
 * What is down at managers whose tree nobody has read: one short list of each, which is the cheapest call that tells it
 * (contract 001, Access points). Few are read at a time over all connections; a tree that is being read is waited for.
 */
export class DownLists extends Owner {
  private readonly lists = this.own(
    new ReadCache<DownList>(async (id, signal) => {
      const client = await this.connections.client(id);
      const answer = await client.accessPoints.list({ status: '0' }, signal);
      const index = new SensorIndex(downTree(answer.rows, this.connections.get(id)?.name ?? ''));
      return { index, answer };
    }),
  );
  private readonly failures = new Map<string, unknown>();
  private readonly waiting = new Set<string>();
  private readonly reading = new Set<string>();
  private readonly changed = this.own(new Emitter<undefined>());
  private slowness: NodeJS.Timeout | undefined;
  /** Fires when something else is known of a manager, or the wait for it has become long. */
  readonly onDidChange = this.changed.event;
  /** Whether somebody who looks has waited for long. */
  isSlow = false;
  /** Whether what nothing tells is read although nobody asks for it. */
  isByItself = false;

  /** @param watchWish tells of `isByItself`, at once and when it changes */
  constructor(
    private readonly connections: Connections,
    private readonly trees: SensorTrees,
    private readonly log: Log,
    watchWish: (tell: (isByItself: boolean) => void) => vscode.Disposable,
  ) {
    super();
    const follow = () => this.follow();
    this.own(
      trees.onDidChange(follow),
      connections.onDidChange(() => {
        const stale = this.lists.keys.filter(id => this.lists.stale(id));
        for (const id of [...this.failures.keys(), ...stale]) {
          if (isRefused(connections.get(id))) continue;
          this.waiting.add(id);
          this.failures.delete(id);
        }
        this.follow();
      }),
      this.lists.onDidChange(() => this.changed.fire(undefined)),
      { dispose: () => this.endWait() },
      watchWish(isByItself => {
        this.isByItself = isByItself;
        if (!isByItself) this.waiting.clear();
        this.follow();
      }),
    );
  }

  /** Undefined where the list was not read. */
  get(connectionId: string): DownList | undefined {
    return this.lists.get(connectionId);
  }

  /** Why the list is not as new as it was asked for. */
  stale(connectionId: string): Stale | undefined {
    return this.lists.stale(connectionId);
  }

  /** Whether its list is read, or will be in a moment. */
  isBeingRead(connectionId: string): boolean {
    return this.waiting.has(connectionId) || this.reading.has(connectionId);
  }

  /** Why the list could not be read; undefined where that was not tried, or nothing failed. */
  failure(connectionId: string): unknown {
    return this.failures.get(connectionId);
  }

  /** What is missing of what was read of a manager, of its tree or of the list; undefined where nothing is. */
  missing(connectionId: string): CountedList | undefined {
    const tree = this.trees.get(connectionId);
    const read = tree ? entriesOf(tree) : this.lists.get(connectionId)?.answer;
    return read && isPart(read) ? read : undefined;
  }

  /**
   * Reads what is down at some managers before all others, for somebody who waits for it. One that answers, but not with
   * the list, is asked for its whole tree.
   */
  async readNow(connectionIds: readonly string[]): Promise<void> {
    const orTree = async (id: string, error: unknown) => {
      if (isApiError(error, ...unanswered)) throw error;
      await this.trees.read(id);
    };
    await Promise.all(connectionIds.map(id => this.read(id, orTree)));
  }

  /** Reads the lists again that were read, and those that could not be read. */
  async refresh(): Promise<void> {
    const again = this.lists.keys.map(id => this.lists.update(id));
    const failed = [...this.failures.keys()].map(id => this.read(id));
    await Promise.allSettled([...again, ...failed]);
  }

  /** Forgets what a tree tells by now, or what has no connection any more, and reads what nothing tells. */
  private follow(): void {
    for (const id of [...this.lists.keys, ...this.failures.keys(), ...this.waiting]) {
      if (this.isWanted(id)) continue;
      this.waiting.delete(id);
      this.failures.delete(id);
      // A reading that ends otherwise begins again, so what is under way for a connection that is there ends by itself.
      if (!this.reading.has(id) || !this.isSignedIn(id)) this.lists.forget(id);
    }
    for (const { id } of this.connections.all) {
      const isKnown = this.lists.get(id) !== undefined || this.failures.has(id) || this.reading.has(id);
      if (this.isByItself && this.isWanted(id) && !isKnown) this.waiting.add(id);
    }
    this.goOn();
    this.changed.fire(undefined);
  }

  private isSignedIn(id: string): boolean {
    const connection = this.connections.get(id);
    return connection !== undefined && connection.isSignedOut !== true;
  }

  private isWanted(id: string): boolean {
    return this.isSignedIn(id) && this.trees.get(id) === undefined;
  }

  private goOn(): void {
    if (this.waiting.size === 0 && this.reading.size === 0) return this.endWait();
    this.slowness ??= setTimeout(() => {
      this.isSlow = true;
      this.changed.fire(undefined);
    }, longWait);
    for (const id of this.waiting) {
      if (this.reading.size >= mostAtOnce) return;
      inBackground(this.log, this.read(id));
    }
  }

  /** @param otherwise what else to read where the list cannot be read; throws what is to be said */
  private async read(
    id: string,
    otherwise = (_id: string, error: unknown): Promise<void> => Promise.reject(error),
  ): Promise<void> {
    this.waiting.delete(id);
    this.failures.delete(id);
    this.reading.add(id);
    this.changed.fire(undefined);
    const isKept = this.lists.get(id) !== undefined;
    const list = async () => void (await (isKept ? this.lists.update(id) : this.lists.read(id)));
    try {
      // Who reads the tree is told more than the list has.
      if (this.trees.keys.includes(id)) await this.trees.read(id).catch(list);
      else await list().catch((error: unknown) => otherwise(id, error));
    } catch (error) {
      if (this.isWanted(id) && !isKept) this.failures.set(id, error);
    } finally {
      this.reading.delete(id);
      this.follow();
    }
  }

  private endWait(): void {
    clearTimeout(this.slowness);
    this.slowness = undefined;
    this.isSlow = false;
  }
}
