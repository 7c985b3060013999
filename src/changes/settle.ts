import * as l10n from '@vscode/l10n';
import { isApiError, isClosedClient } from '../api/apiError.js';
import { describeReason } from '../words/describeError.js';
import type { BesidesOfRecord } from '../words/describeProblems.js';
import { joined, type Inert } from '../words/inert.js';
import { SentenceError } from '../words/sentenceErrors.js';

/** Milliseconds before each further look at what became of a write: about 1, 2 and 5 seconds. */
export const settleWaits = [1_050, 2_050, 5_050] as const;

/** Milliseconds that the one look may take which is made although nobody wants to wait any longer. */
const longestLastLook = 2_000;

/** How somebody waits until a write shows. */
export interface Patience {
  /** Ends the waiting at once; what is not known by then stays unknown. */
  readonly signal?: AbortSignal | undefined;
  /** Called before each wait: what is written does not show yet. */
  readonly onWaiting?: (() => void) | undefined;
  /** Milliseconds before each further look; {@link settleWaits} without them. */
  readonly waits?: readonly number[] | undefined;
  /** Waits so many milliseconds, at most until the signal is aborted; never rejects. Another clock for tests. */
  readonly pause?: ((milliseconds: number, signal: AbortSignal) => Promise<void>) | undefined;
}

/** A write that is looked for. */
export interface Looking<T> extends Patience {
  /** Reads what tells what became of the write; what it throws means that it cannot be told now. */
  readonly look: () => Promise<T>;
  /** Whether what was read shows the write. */
  readonly isSettled: (seen: T) => boolean;
}

/** What is known of a write in the end. */
export type Settled<T> = { readonly isSettled: true; readonly seen: T } | Unsettled<T>;

/** A write that did not show: nobody knows whether it still will, so no verdict may be made of it. */
export interface Unsettled<T> {
  readonly isSettled: false;
  /** What was read last; undefined when nothing could be read. */
  readonly seen: T | undefined;
  /** Why the last look told nothing, if it did not. */
  readonly error: unknown;
  /** Whether the user did not want to wait any longer. */
  readonly isCancelled: boolean;
}

/**
 * Looks what became of a write, and looks again while it does not show: managers write late, and read from replicas that
 * are behind. The first look is made at once, so one that shows it costs nothing more; it is made even when the waiting was
 * cancelled before.
 */
export async function settle<T>({ look, isSettled, ...patience }: Looking<T>): Promise<Settled<T>> {
  const {
    signal = new AbortController().signal,
    onWaiting,
    waits = settleWaits,
    pause = pauseFor,
  } = patience;
  const cancelling = signal.aborted ? AbortSignal.timeout(longestLastLook) : signal;
  let known: { seen: T | undefined; error: unknown } = { seen: undefined, error: undefined };
  for (const wait of [0, ...waits]) {
    if (wait > 0) {
      if (!signal.aborted) onWaiting?.();
      await pause(wait, signal);
      if (signal.aborted) break;
    }
    const found = await outcomeOf(look, cancelling);
    if ('seen' in found && isSettled(found.seen)) return { isSettled: true, seen: found.seen };
    known = { seen: known.seen, error: undefined, ...found };
    if (signal.aborted || isHopeless(known.error)) break;
  }
  return { isSettled: false, ...known, isCancelled: signal.aborted };
}

/**
 * How to wait for a write that failed so. A manager that says itself that it failed is done with the request, so it is looked
 * for once; what a gateway says, or nobody, leaves open whether it is at it still.
 */
export const patienceAfter = (error: unknown, patience: Patience = {}): Patience =>
  saysItFailed(error) ? { ...patience, waits: [] } : patience;

/** Whether a manager said by itself that a request failed, so that it is not at it any more. */
export const saysItFailed = (error: unknown): boolean => isApiError(error, 'server') && error.status === 500;

/** Whether it is no use to look again: nobody can, or the last look took all the patience there is. */
const isHopeless = (error: unknown): boolean =>
  isClosedClient(error) || isApiError(error, 'timeout', 'cancelled');

/** What a look sees, or why it sees nothing; ends when the signal is aborted. */
async function outcomeOf<T>(
  look: () => Promise<T>,
  signal: AbortSignal,
): Promise<{ seen: T } | { error: unknown }> {
  const ended = new AbortController();
  const cancelled = new Promise<{ error: unknown }>(resolve => {
    const end = () => resolve({ error: undefined });
    signal.addEventListener('abort', end, { once: true, signal: ended.signal });
  });
  const looked = look().then(
    seen => ({ seen }),
    (error: unknown) => ({ error }),
  );
  return Promise.race([looked, cancelled]).finally(() => ended.abort());
}

/** Waits; ends early, and as well, when the signal is aborted. */
const pauseFor = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise(resolve => {
    if (signal.aborted) return resolve();
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal.addEventListener('abort', end, { once: true });
  });

/** Thrown for a write that did not show in the end: it is not known whether it still will. */
export class UnsettledError extends SentenceError {
  /** Why nobody knows; empty when it was looked for, or when nobody wanted to wait. */
  readonly reason: Inert | '';

  constructor(error?: unknown) {
    const known = error instanceof UnsettledError ? error.cause : error;
    const isNoReason = known === undefined || isApiError(known, 'cancelled');
    const reason = isNoReason ? '' : describeReason(known);
    super(joined([saysItFailed(known) ? '' : l10n.t('The manager may still be at it.'), reason]), {
      cause: known,
    });
    this.reason = reason;
  }
}

/** Thrown for a write that the manager took, and of which nobody has seen that it was carried out. */
export class UnseenError extends UnsettledError {
  /** @param isShownAsBefore whether it was looked at, and the manager shows what was there before */
  constructor(
    readonly isShownAsBefore: boolean,
    error?: unknown,
  ) {
    super(error);
  }
}

/** Thrown when the manager was sent a change, and it is not known or not true that it is stored and shown now. */
export class OutcomeError extends SentenceError {
  constructor(
    sentence: Inert,
    readonly became: 'stored' | 'unknown' | 'ignored',
    /** Why it cannot be shown. */
    readonly reason?: Inert | '',
    /** Fields that changed all the same. */
    readonly besides: readonly BesidesOfRecord[] = [],
  ) {
    super(sentence);
  }
}

/** Whether what a failed save sent may be stored all the same, now or later. */
export const mayBeStored = (error: unknown): boolean => error instanceof OutcomeError;
