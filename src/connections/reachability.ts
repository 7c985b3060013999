import { isApiError, isClosedClient, type ApiError } from '../api/apiError.js';
import { Emitter, Owner } from '../ui/lifetimes.js';
import type { Reach } from './connection.js';

/** What asks managers that do not answer whether they are back. */
export interface Prober {
  /** Asks a manager once; what comes of it is noted by its client. */
  readonly probe: (id: string) => Promise<unknown>;
  /** Whether somebody is there to see it. */
  readonly isWatched: () => boolean;
}

/** Milliseconds before a manager that does not answer is asked whether it is back, for the first time; doubled each time. */
const firstPause = 5_000;
const longestPause = 60_000;
/** Milliseconds for which a manager has to answer before its next trouble is asked after as soon as the first. */
const calm = 120_000;

interface Watch {
  readonly pause: number;
  readonly timer: NodeJS.Timeout;
  /** Whether it is back, and may be gone again. */
  readonly isBack: boolean;
}

/**
 * Which managers answer, by what came of the requests that were made anyway. One that cannot be reached is asked from time to
 * time whether it is back, and who shows what failed is told once it is; one that refuses the key is not: that could lock
 * somebody out.
 */
export class Reachability extends Owner {
  private readonly known = new Map<string, Reach>();
  private readonly watches = new Map<string, Watch>();
  private readonly changed = this.own(new Emitter<string>());
  private readonly cameBack = this.own(new Emitter<string>());
  /** Fires with the connection whose manager answers otherwise than before. */
  readonly onDidChange = this.changed.event;
  /** Fires with the connection whose manager can be reached again. */
  readonly onDidComeBack = this.cameBack.event;

  constructor(private readonly prober: Prober) {
    super();
    this.own({ dispose: () => [...this.watches.keys()].forEach(id => this.unwatch(id)) });
  }

  get(id: string): Reach | undefined {
    return this.known.get(id);
  }

  /** Notes what came of a request. @param took milliseconds */
  note(id: string, failure: ApiError | undefined, took: number): void {
    // What was not sent tells nothing.
    if (failure?.reason === 'cancelled' || isClosedClient(failure)) return;
    const before = this.known.get(id);
    const trouble = failure && isTrouble(failure) ? failure : undefined;
    const isAway = isGone(trouble);
    const now = Date.now();
    const isSame = before !== undefined && before.trouble?.reason === trouble?.reason;
    const answeredAt = isAway ? before?.answeredAt : now;
    const reach = { since: isSame ? before.since : now, trouble, answeredAt, took: isAway ? 0 : took };
    this.known.set(id, reach);
    const watch = this.watches.get(id);
    if (isAway && (!watch || watch.isBack)) this.watch(id, watch?.pause ?? firstPause);
    if (!isSame || isSlow(reach) !== isSlow(before)) this.changed.fire(id);
  }

  /** Forgets what is known of a connection of which something else is known now. */
  forget(id: string): void {
    this.unwatch(id);
    if (this.known.delete(id)) this.changed.fire(id);
  }

  /** Asks those that do not answer at once: somebody has come back. */
  look(): void {
    for (const [id, { pause, isBack }] of [...this.watches]) if (!isBack) this.watch(id, pause, 0);
  }

  private watch(id: string, pause: number, wait = pause): void {
    this.unwatch(id);
    const timer = setTimeout(() => this.ask(id, pause), wait);
    this.watches.set(id, { pause, timer, isBack: false });
  }

  private unwatch(id: string): void {
    clearTimeout(this.watches.get(id)?.timer);
    this.watches.delete(id);
  }

  /** One that was seen to answer meanwhile is not asked. */
  private ask(id: string, pause: number): void {
    const noteAnswer = () => this.goOn(id, Math.min(2 * pause, longestPause));
    if (!isGone(this.known.get(id)?.trouble)) return noteAnswer();
    if (!this.prober.isWatched()) return this.watch(id, pause);
    this.prober.probe(id).then(noteAnswer, noteAnswer);
  }

  private goOn(id: string, pause: number): void {
    if (!this.watches.has(id)) return;
    if (isGone(this.known.get(id)?.trouble)) return this.watch(id, pause);
    // What is told now is read again: one that fails at once would be asked on and on.
    const timer = setTimeout(() => this.unwatch(id), calm);
    this.watches.set(id, { pause, timer, isBack: true });
    this.cameBack.fire(id);
  }
}

/** Milliseconds after which an answer is slow, whatever it holds. */
const slowly = 10_000;

/** Whether a manager took long for its last answer. */
export const isSlow = (reach: Reach | undefined): boolean => (reach?.took ?? 0) >= slowly;

/** Whether a failure is about all that a manager has, and not about what it was asked. */
const isTrouble = (failure: ApiError): boolean => failure.reason === 'unauthorized' || isGone(failure);

/**
 * Whether a manager cannot be reached, by its own address or behind a gateway. One that gave up on a query has answered, and a
 * query that takes too long says nothing of the rest.
 */
const isGone = (failure: unknown): boolean =>
  isApiError(failure, 'unreachable', 'tls') ||
  (isApiError(failure, 'timeout') && failure.status === undefined && failure.path !== '/api/data') ||
  (isApiError(failure, 'server') && (failure.status === 502 || failure.status === 503));
