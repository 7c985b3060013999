import { setTimeout } from 'node:timers/promises';

/** Milliseconds between two tries, and for which one failure may follow the other. */
const betweenTries = 2_000;
const longestFailing = 60_000;

/** A failure that may soon be over, in one sentence: a service starts again, or has too much to do. */
export class MayPass extends Error {}

/** How time goes by; tests let it pass quicker. */
export interface Pacing {
  /** Milliseconds since some moment. */
  readonly now: () => number;
  /** Waits some milliseconds; rejects when the signal aborts. */
  readonly wait: (milliseconds: number, signal: AbortSignal) => Promise<unknown>;
}

export const realTime: Pacing = {
  now: () => performance.now(),
  wait: (milliseconds, signal) => setTimeout(milliseconds, undefined, { signal }),
};

/**
 * Asks until there is an answer: what takes an hour shall not end because a service was away for some seconds.
 * @throws the last failure when they went on for a minute, one that will not pass at once; what the wait rejects with when
 * the signal aborts
 */
export async function patiently<T>(
  ask: () => Promise<T>,
  { pacing: { now, wait }, signal }: { readonly pacing: Pacing; readonly signal: AbortSignal },
): Promise<T> {
  let failingSince: number | undefined;
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      // From the first failure on: one that is a time limit came late already.
      failingSince ??= now();
      if (!(error instanceof MayPass) || now() - failingSince >= longestFailing) throw error;
    }
    await wait(betweenTries, signal);
  }
}
