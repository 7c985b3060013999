import { setTimeout as delay } from 'node:timers/promises';
import { patienceOf, type Patience, type Wait } from '../model/text/patientSignal.js';
import { ApiError, isApiError, isClosedClient, type FailedStage } from './apiError.js';
import { SharedWait, type ShowWait } from './sharedWait.js';

/** What a retry needs to know of a call. */
interface RetriedCall {
  readonly method: string;
  readonly path: string;
  readonly isRead: boolean;
  readonly signal?: AbortSignal | undefined;
}

/** Seconds for which a read waits without saying so. */
const longestSilent = 30;
/** Seconds for which it stands in the line: one such wait, and the request of the one who goes first. */
const longestInLine = 2 * longestSilent;
/** How often a read is sent whose caller does not say how long it waits. */
export const readAttempts = 3;
/** Seconds after which a request is sent again, whatever the manager asks for. */
const longestWait = 3600;
/** Refusals on end after which nobody asks again. */
const mostRefusals = 10;
/** What the rest of a read comes back with, by which tests know it among other waits. */
export const rested = 'rested';

interface Backoff extends Wait {
  /** On the clock of `performance.now`. */
  readonly until: number;
  /** How often the manager refused on end. */
  readonly refusals: number;
}

type Leave = () => void;

/**
 * Holds the requests of a client back while its manager wants none. 429 says that nothing was done, so what it refused is
 * sent again, a write too. One goes first, and the others follow when it is taken.
 */
export class Retries {
  private backoff: Backoff | undefined;
  private line: Promise<void> = Promise.resolve();
  private readonly closing = new AbortController();
  private readonly shared: SharedWait;

  /** @param show shows what people wait for who do not tell it themselves */
  constructor(show: ShowWait | undefined) {
    this.shared = new SharedWait(show);
  }

  /**
   * Sends a request as soon as the manager wants one, and once more after it was refused with 429.
   * @throws {ApiError} what `send` throws; with nothing sent `rateLimited` or `cancelled` when the wait is too long or given up
   */
  async through<T>(call: RetriedCall, send: () => Promise<T>): Promise<T> {
    const waiting: { leave?: Leave | undefined; patience?: (Patience & { done: () => void }) | undefined } =
      {};
    try {
      for (let attempt = 1; ; attempt += 1) {
        if (this.backoff) {
          waiting.patience ??= this.patienceFor(call);
          waiting.leave = await this.waited(call, waiting.patience, waiting.leave);
        }
        const before = this.backoff;
        try {
          const result = await send();
          this.taken(before);
          return result;
        } catch (error) {
          if (isApiError(error, 'rateLimited')) this.refuse(error, before);
          else this.taken(before);
          if (!isApiError(error, 'rateLimited') || !this.mayRepeat(call, attempt, error)) throw error;
        }
      }
    } finally {
      waiting.leave?.();
      waiting.patience?.done();
    }
  }

  /**
   * Waits some milliseconds before a read that was sent is sent once more.
   * @throws {ApiError} when that is given up, or the client closed
   */
  async rest(call: RetriedCall, milliseconds: number): Promise<void> {
    const { ended, done } = this.patienceFor(call);
    try {
      await delay(milliseconds, rested, { signal: ended });
    } catch {
      if (this.closing.signal.aborted) throw this.givenUp(call);
      throw new ApiError({ reason: 'cancelled', method: call.method, path: call.path });
    } finally {
      done();
    }
  }

  /** Ends every wait. */
  close(): void {
    this.closing.abort();
  }

  /** What was sent before the last refusal tells nothing of what the manager wants now. */
  private taken(before: Backoff | undefined): void {
    if (before === this.backoff) this.backoff = undefined;
  }

  private refuse({ retryAfter: asked }: ApiError, before: Backoff | undefined): void {
    const { backoff } = this;
    const refusals = (backoff?.refusals ?? 0) + (backoff === before ? 1 : 0);
    const grown = Math.min(60, 0.2 * 2 ** refusals) * (0.5 + Math.random() / 2);
    const seconds = refusals > 1 ? Math.max(grown, asked ?? 0) : (asked ?? grown);
    const until = performance.now() + Math.min(longestWait, seconds) * 1000;
    this.backoff = { asked, seconds, refusals, until: Math.max(until, backoff?.until ?? 0) };
  }

  private mayRepeat(call: RetriedCall, attempt: number, { retryAfter = 0 }: ApiError): boolean {
    if (isPatient(call)) return (this.backoff?.refusals ?? 0) < mostRefusals;
    return attempt < readAttempts && retryAfter <= longestSilent;
  }

  /**
   * Waits in the line, and at its head until the manager wants one.
   * @returns what lets the next one go; undefined once all may
   */
  private async waited(
    call: RetriedCall,
    patience: Patience,
    mine: Leave | undefined,
  ): Promise<Leave | undefined> {
    let leave = mine;
    try {
      this.tell(call, patience);
      leave ??= await this.turn(isPatient(call) ? patience.ended : forAWhile(patience.ended));
      while (this.secondsLeft() > 0) {
        this.tell(call, patience);
        await delay(this.secondsLeft() * 1000, undefined, { signal: patience.ended });
      }
      patience.tell(undefined);
    } catch (error) {
      leave?.();
      throw isApiError(error) ? error : this.givenUp(call);
    }
    if (this.backoff) return leave;
    leave();
    return undefined;
  }

  /** A place in the line, which is free at once for the next one when the wait for it is given up. */
  private async turn(ended: AbortSignal): Promise<Leave> {
    const { promise, resolve } = withResolver();
    const before = this.line;
    this.line = before.then(() => promise);
    const { promise: abort, resolve: stop } = withResolver();
    if (ended.aborted) stop();
    ended.addEventListener('abort', stop, { once: true });
    await Promise.race([before, abort]);
    ended.removeEventListener('abort', stop);
    if (!ended.aborted) return resolve;
    resolve();
    throw ended.reason;
  }

  private secondsLeft(): number {
    return this.backoff ? Math.max(0, (this.backoff.until - performance.now()) / 1000) : 0;
  }

  /** @throws {ApiError} when the caller does not wait so long */
  private tell(call: RetriedCall, { tell }: Patience): void {
    const seconds = this.secondsLeft();
    if (!isPatient(call) && seconds > longestSilent) throw heldBack(call, seconds);
    if (seconds > 0) tell({ seconds, asked: this.backoff?.asked });
  }

  private patienceFor(call: RetriedCall): Patience & { readonly done: () => void } {
    const own = patienceOf(call.signal);
    const shared = own || call.isRead ? undefined : this.shared.join();
    const { ended, tell = () => undefined } = own ?? shared ?? {};
    const signals = [this.closing.signal, call.signal, ended].filter(signal => signal !== undefined);
    return { ended: AbortSignal.any(signals), tell, done: shared?.leave ?? (() => undefined) };
  }

  private givenUp(call: RetriedCall): ApiError {
    const about = neverSent(call);
    if (this.closing.signal.aborted)
      return new ApiError({ ...about, reason: 'unreachable', stage: 'closed' });
    if (call.signal?.aborted || patienceOf(call.signal)?.ended.aborted)
      return new ApiError({ ...about, reason: 'cancelled' });
    return heldBack(call, this.secondsLeft());
  }
}

/** A write is worth the wait, and so is what somebody looks at who can end it. */
const isPatient = ({ isRead, signal }: RetriedCall): boolean => !isRead || patienceOf(signal) !== undefined;

/** Ends the place of a read in the line, too: the wait may grow before it, and so be longer than it waits without a word. */
const forAWhile = (ended: AbortSignal): AbortSignal =>
  AbortSignal.any([ended, AbortSignal.timeout(longestInLine * 1000)]);

const neverSent = ({ method, path }: RetriedCall) => ({ method, path, neverSent: true });

const heldBack = (call: RetriedCall, seconds: number): ApiError =>
  new ApiError({ ...neverSent(call), reason: 'rateLimited', retryAfter: Math.ceil(seconds) });

function withResolver(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>(done => (resolve = done));
  return { promise, resolve };
}

/** Where a connection fails as it did before. */
const lasting = new Set<FailedStage | undefined>(['dns', 'proxy', 'noTls', 'refusedTls']);

/** Whether what failed is sent once more although its failure does not say that nothing was done. */
export function isWorthRepeating(error: unknown, { isRead }: RetriedCall): boolean {
  if (!isRead || !(error instanceof ApiError) || isClosedClient(error)) return false;
  if (error.reason === 'unreachable') return !lasting.has(error.stage);
  if (error.reason !== 'server' || (error.retryAfter ?? 0) > longestSilent) return false;
  return error.status === 502 || error.status === 503;
}

/** Milliseconds until then, with full jitter; what the manager asks for wins. */
export function waitBefore(attempt: number, error: unknown): number {
  const asked = error instanceof ApiError ? error.retryAfter : undefined;
  return asked === undefined ? Math.random() * 300 * 2 ** attempt : asked * 1000;
}
