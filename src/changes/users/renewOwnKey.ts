import { isApiError } from '../../api/apiError.js';
import { settle, type Patience, type Settled } from '../settle.js';
import { mayHaveHappened } from '../steps.js';

/** What a renewal needs; each part may fail. */
export interface Renewal {
  /** Stores the key that is stored already. @returns it; undefined when there is none */
  readonly rehearse: () => Promise<string | undefined>;
  /** Asks the manager for a new key; the old one is void from then on. */
  readonly renew: () => Promise<string>;
  /** Reads something with the key that is stored. */
  readonly verify: () => Promise<void>;
  /** Stores a key and reads it back. */
  readonly store: (key: string) => Promise<void>;
  /** Reads something with a key that is not stored. */
  readonly tryKey: (key: string) => Promise<void>;
  /** Shows that it takes a while to know what became of it; aborts the signal when nobody wants to wait any longer. */
  readonly whileLooking: <T>(look: (signal: AbortSignal) => Promise<T>) => Promise<T>;
  /** Another clock for tests. */
  readonly pause?: Patience['pause'];
}

/** How a renewal of a connection's own key ended. */
export type Renewed =
  /** The new key is stored and works. */
  | { readonly kind: 'done'; readonly key: string }
  /** Nothing was renewed, and the old key works as far as it did before. */
  | { readonly kind: 'unchanged'; readonly error: unknown }
  /** No key came, and the old one still works: it may be renewed later. */
  | { readonly kind: 'pending'; readonly error: unknown }
  /** The manager renewed the key, and its answer was lost. */
  | { readonly kind: 'lost' }
  /** The answer was lost, and the manager does not say whether the old key still works. */
  | { readonly kind: 'unknown'; readonly error: unknown }
  /** The new key could not be stored. */
  | { readonly kind: 'notStored'; readonly key: string; readonly error: unknown }
  /** The manager does not accept the new key, and still accepts the old one, which is stored again. */
  | { readonly kind: 'notAccepted'; readonly key: string }
  /** The new key is stored, but the manager did not confirm it. */
  | { readonly kind: 'notVerified'; readonly key: string; readonly error: unknown };

/**
 * Renews the key of a connection so that it never ends without a working key that nobody knows of: storing is tried
 * before, the renewal is sent once, and when its answer is lost the old key is tried until it is refused. The new key is stored
 * before it is checked, because it is nowhere else; the old one comes back where it alone works.
 */
export async function renewOwnKey(renewal: Renewal): Promise<Renewed> {
  let before: string | undefined;
  let key: string | undefined;
  try {
    before = await renewal.rehearse();
    key = await renewal.renew();
  } catch (error) {
    return mayHaveHappened(error) ? probe(renewal, error) : { kind: 'unchanged', error };
  }
  try {
    await renewal.store(key);
  } catch (error) {
    return { kind: 'notStored', key, error };
  }
  const checked = await check(renewal);
  if (checked.isSettled) return { kind: 'done', key };
  const { error, isCancelled } = checked;
  const isRefused = !isCancelled && isApiError(error, 'unauthorized');
  const isBack = isRefused && before !== undefined && (await putBack(renewal, before));
  return isBack ? { kind: 'notAccepted', key } : { kind: 'notVerified', key, error };
}

/** Stores the old key again where the manager accepts it. @returns whether it is stored */
const putBack = ({ tryKey, store }: Renewal, before: string): Promise<boolean> =>
  tryKey(before)
    .then(() => store(before))
    .then(
      () => true,
      () => false,
    );

/** A part of the manager may know the new key a little later than the one that made it: one refusal does not count yet. */
const check = ({ verify, whileLooking, pause }: Renewal): Promise<Settled<void>> =>
  whileLooking(signal => settle({ look: verify, isSettled: () => true, signal, pause }));

async function probe({ verify, whileLooking, pause }: Renewal, lost: unknown): Promise<Renewed> {
  const look = async (): Promise<'works' | 'refused'> => {
    try {
      await verify();
      return 'works';
    } catch (error) {
      if (isApiError(error, 'unauthorized')) return 'refused';
      throw error;
    }
  };
  const probed = await whileLooking(signal =>
    settle({ look, isSettled: seen => seen === 'refused', signal, pause }),
  );
  if (probed.isSettled) return { kind: 'lost' };
  if (probed.seen === 'works' && probed.error === undefined) return { kind: 'pending', error: lost };
  return { kind: 'unknown', error: probed.error ?? lost };
}
