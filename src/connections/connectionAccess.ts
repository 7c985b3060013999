import type { Environment } from './connection.js';
import type { ConnectionStore } from './connectionStore.js';

/**
 * Unlocks a connection: for so many milliseconds, until the window closes, or until somebody locks it, which production
 * never is.
 */
export async function unlock(
  store: ConnectionStore,
  id: string,
  end: number | 'windowCloses' | 'locked',
): Promise<void> {
  const unlocks = await store.loadUnlocks();
  if (end === 'locked') unlocks.lock(id);
  else unlocks.unlock(id, end === 'windowCloses' ? undefined : end);
  await store.change(id, { isLocked: end !== 'locked' });
}

/** Makes connections read-only. */
export async function lock(store: ConnectionStore, ids: readonly string[]): Promise<void> {
  const unlocks = await store.loadUnlocks();
  for (const id of ids) {
    unlocks.lock(id);
    await store.change(id, { isLocked: true });
  }
}

/** Labels a connection. What is unlocked stays so: with production before or after, until the window closes. */
export async function label(store: ConnectionStore, id: string, environment: Environment): Promise<void> {
  const { environment: old, isLocked = true, unlockedUntil } = store.get(id) ?? {};
  const ofProduction = [old, environment].includes('production');
  if (ofProduction && !isLocked && unlockedUntil === undefined) (await store.loadUnlocks()).unlock(id);
  await store.change(id, ofProduction ? { environment, isLocked: true } : { environment });
}
