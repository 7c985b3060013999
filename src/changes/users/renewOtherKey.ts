import { patienceAfter, settle, type Patience } from '../settle.js';
import { mayHaveHappened } from '../steps.js';

/** What the renewal of another user's key needs. */
export interface OtherRenewal {
  /** Asks the manager for a new key; the old one is void from then on. */
  readonly renew: () => Promise<string>;
  /** The key that the manager showed before; undefined where it shows none. */
  readonly before: () => Promise<string | undefined>;
  /** The key that it shows now. */
  readonly keyNow: (signal: AbortSignal) => Promise<string | undefined>;
  /** Shows that it takes a while to know what became of it; aborts the signal when nobody wants to wait any longer. */
  readonly whileLooking: <T>(look: (signal: AbortSignal) => Promise<T>) => Promise<T>;
  /** Another clock for tests. */
  readonly pause?: Patience['pause'];
}

/** How the renewal of another user's key ended. */
export type RenewedOther =
  | { readonly kind: 'done'; readonly key: string }
  /** No key came, and the manager shows the old one: it may be renewed later. */
  | { readonly kind: 'pending'; readonly error: unknown }
  /** The answer was lost, and the manager does not show the keys of its users. */
  | { readonly kind: 'unknown'; readonly error: unknown };

/**
 * Renews the key of another user, once. When the answer is lost, the key that the manager shows of the user decides, as soon
 * as it is another one.
 * @throws what the renewal threw when it was refused
 */
export async function renewOtherKey(renewal: OtherRenewal): Promise<RenewedOther> {
  const { renew, before, keyNow, whileLooking, pause } = renewal;
  const old = await before();
  try {
    return { kind: 'done', key: await renew() };
  } catch (error) {
    if (!mayHaveHappened(error)) throw error;
    if (old === undefined) return { kind: 'unknown', error };
    const found = await whileLooking(signal =>
      settle({
        ...patienceAfter(error, { signal, pause }),
        look: () => keyNow(signal),
        isSettled: seen => seen !== undefined && seen !== old,
      }),
    );
    if (found.isSettled && found.seen !== undefined) return { kind: 'done', key: found.seen };
    return { kind: found.seen === old ? 'pending' : 'unknown', error };
  }
}
