import { isApiError, isClosedClient, isOutcomeUnknown } from '../api/apiError.js';
import { untilSent } from '../model/text/patientSignal.js';
import { patienceAfter, saysItFailed, settle, type Patience } from './settle.js';

/** What became of one step of a change; `error` says why a step was reached and yet not sent. */
export type StepOutcome<Step, Result> =
  | { readonly kind: 'done'; readonly step: Step; readonly result: Result }
  | { readonly kind: 'failed'; readonly step: Step; readonly error: unknown }
  | { readonly kind: 'notSent'; readonly step: Step; readonly error?: unknown };

/** Steps that may be sent at the same time, so many at once. */
export interface StepGroup<Step> {
  readonly steps: readonly Step[];
  readonly atOnce: number;
}

/** What a step is sent with. */
export interface StepSending {
  /** For the calls, which then wait as long as the manager asks and until nothing more is to be sent. */
  readonly waiting: AbortSignal;
  /** Lets others of the group be sent while this one is sent and only looked for. */
  readonly goOn: () => void;
}

/** How steps are sent. */
export interface Sending<Step, Result> {
  /** Sends one step; what it throws makes the step fail. */
  readonly send: (step: Step, sending: StepSending) => Promise<Result>;
  /** Called when a step begins, with its number from 1. */
  readonly onStep: (step: Step, number: number) => void;
  /** Nothing more is sent once it is aborted; what was begun ends. */
  readonly signal: AbortSignal;
  /** Whether the manager is not asked again after an error. */
  readonly isLast?: (error: unknown) => boolean;
}

/** Sends steps group after group, each at most once. The client that is closed meanwhile ends it. */
export async function sendSteps<Step, Result>(
  groups: readonly StepGroup<Step>[],
  { send, onStep, signal, isLast }: Sending<Step, Result>,
): Promise<StepOutcome<Step, Result>[]> {
  const outcomes: StepOutcome<Step, Result>[] = [];
  let begun = 0;
  let hasEnded = false;
  const waiting = untilSent(signal);
  const run = async (step: Step, goOn: () => void): Promise<StepOutcome<Step, Result>> => {
    if (signal.aborted || hasEnded) return { kind: 'notSent', step };
    onStep(step, (begun += 1));
    try {
      return { kind: 'done', step, result: await send(step, { waiting, goOn }) };
    } catch (error) {
      if (isClosedClient(error)) return { kind: 'notSent', step, error };
      if (isApiError(error, 'cancelled') && error.neverSent) return { kind: 'notSent', step };
      // It was asked as often as anybody would.
      hasEnded ||= isApiError(error, 'rateLimited') || (isLast?.(error) ?? false);
      return { kind: 'failed', step, error };
    }
  };
  for (const { steps, atOnce } of groups) {
    const unsent = steps.values();
    const ends: Promise<unknown>[] = [];
    const lane = async () => {
      for (const step of unsent)
        await new Promise<void>(resolve => {
          const ended = run(step, resolve).then(outcome => outcomes.push(outcome));
          ends.push(ended.finally(resolve));
        });
    };
    await Promise.all(Array.from({ length: atOnce }, lane));
    await Promise.all(ends);
  }
  return outcomes;
}

/**
 * Sends a write once. When its answer is lost, what the manager has decides, as soon as it shows.
 * @param find what was made of the write; undefined while that cannot be told
 * @throws what the write threw, when it was refused or when nobody can tell
 */
export async function sendOnce<T>(
  send: () => Promise<T>,
  find: () => Promise<T | undefined>,
  patience: Patience = {},
): Promise<T> {
  try {
    return await send();
  } catch (error) {
    if (!mayHaveHappened(error)) throw error;
    const found = await settle({
      ...patienceAfter(error, patience),
      look: find,
      isSettled: seen => seen !== undefined,
    });
    if (!found.isSettled || found.seen === undefined) throw error;
    return found.seen;
  }
}

/** Whether a write that may be cancelled may have happened although it failed. */
export const mayHaveHappened = (error: unknown): boolean =>
  isOutcomeUnknown(error) || (isApiError(error, 'cancelled') && !error.neverSent);

/** Whether a write that failed may still take effect: who says by itself that it failed (500) is not at it any more. */
export const mayFollow = (error: unknown): boolean => mayHaveHappened(error) && !saysItFailed(error);

/** Whether a manager that answered so need not be sent the rest of a deletion. */
export const endsTalk = (error: unknown): boolean => isApiError(error, 'unreachable', 'timeout', 'tls');
