import { isApiError, isClosedClient, isOutcomeUnknown } from '../api/apiError.js';

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

/** How steps are sent. */
export interface Sending<Step, Result> {
  /** Sends one step; what it throws makes the step fail. */
  readonly send: (step: Step) => Promise<Result>;
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
  const run = async (step: Step): Promise<StepOutcome<Step, Result>> => {
    if (signal.aborted || hasEnded) return { kind: 'notSent', step };
    onStep(step, (begun += 1));
    try {
      return { kind: 'done', step, result: await send(step) };
    } catch (error) {
      if (isClosedClient(error)) return { kind: 'notSent', step, error };
      hasEnded ||= isLast?.(error) ?? false;
      return { kind: 'failed', step, error };
    }
  };
  for (const { steps, atOnce } of groups) {
    const waiting = steps.values();
    const lane = async () => {
      for (const step of waiting) outcomes.push(await run(step));
    };
    await Promise.all(Array.from({ length: atOnce }, lane));
  }
  return outcomes;
}

/**
 * Sends a write once. When its answer is lost, what the manager has decides.
 * @param find what was made of the write; undefined when that cannot be told
 * @throws what the write threw, when it was refused or when nobody can tell
 */
export async function sendOnce<T>(send: () => Promise<T>, find: () => Promise<T | undefined>): Promise<T> {
  try {
    return await send();
  } catch (error) {
    if (!mayHaveHappened(error)) throw error;
    const found = await find().catch(() => undefined);
    if (found === undefined) throw error;
    return found;
  }
}

/** Whether a write that may be cancelled may have happened although it failed. */
export const mayHaveHappened = (error: unknown): boolean =>
  isOutcomeUnknown(error) || (isApiError(error, 'cancelled') && !error.neverSent);

/** Whether no answer to a request came: the manager may be at it still. */
export const isUnanswered = (error: unknown): boolean =>
  isApiError(error, 'unreachable', 'timeout', 'cancelled') && !error.neverSent;

/** Whether a manager that answered so need not be sent the rest of a deletion. */
export const endsTalk = (error: unknown): boolean =>
  isApiError(error, 'unreachable', 'timeout', 'tls', 'rateLimited');
