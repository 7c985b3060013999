import { isApiError } from '../../api/apiError.js';
import { mayHaveHappened } from '../../changes/steps.js';

/** What a renewal needs; each part may fail. */
export interface Renewal {
  /** Stores the key that is stored already. */
  readonly rehearse: () => Promise<void>;
  /** Asks the manager for a new key; the old one is void from then on. */
  readonly renew: () => Promise<string>;
  /** Reads something with the key that is stored. */
  readonly verify: () => Promise<void>;
  readonly store: (key: string) => Promise<void>;
}

/** How a renewal of a connection's own key ended. */
export type Renewed =
  /** The new key is stored and works. */
  | { readonly kind: 'done' }
  /** Nothing was renewed and the old key still works as far as it did before. */
  | { readonly kind: 'unchanged'; readonly error: unknown; readonly answerWasLost: boolean }
  /** The manager renewed the key, and its answer was lost. */
  | { readonly kind: 'lost' }
  /** The answer was lost, and the manager does not say whether the old key still works. */
  | { readonly kind: 'unknown'; readonly error: unknown }
  /** The new key could not be stored. */
  | { readonly kind: 'notStored'; readonly key: string; readonly error: unknown }
  /** The new key is stored, but the manager did not confirm it. */
  | { readonly kind: 'notVerified'; readonly error: unknown };

/**
 * Renews the key of a connection so that it never ends without a working key that nobody knows of: storing is tried
 * before, the renewal is sent once, and when its answer is lost the old key is tried.
 */
export async function renewOwnKey({ rehearse, renew, verify, store }: Renewal): Promise<Renewed> {
  let key: string;
  try {
    await rehearse();
    key = await renew();
  } catch (error) {
    return mayHaveHappened(error) ? probe(verify, error) : { kind: 'unchanged', error, answerWasLost: false };
  }
  try {
    await store(key);
  } catch (error) {
    return { kind: 'notStored', key, error };
  }
  try {
    await verify();
    return { kind: 'done' };
  } catch (error) {
    return { kind: 'notVerified', error };
  }
}

async function probe(verify: () => Promise<void>, lost: unknown): Promise<Renewed> {
  try {
    await verify();
    return { kind: 'unchanged', error: lost, answerWasLost: true };
  } catch (error) {
    return isApiError(error, 'unauthorized') ? { kind: 'lost' } : { kind: 'unknown', error };
  }
}
