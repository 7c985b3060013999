import { subtreeIds } from '../sensors/treeIndex.js';
import type { SqlSession } from '../store/database.js';
import { unauthorized } from '../http/errors.js';
import type { StoredUser } from './userStore.js';

/** A request while it is served. */
export interface Call {
  /** The connection that it reads on, or the transaction that it writes in. */
  readonly session: SqlSession;
  readonly caller: StoredUser;
  /** When it came, in milliseconds since 1970 UTC. */
  readonly now: number;
}

/** What a request needs on the objects it names: read for lists, manage for changes (contract 001, General rules). */
export type Right = 'read' | 'manage';

/** Whether a user has a right at all, wherever it applies; managing includes reading. */
export const hasRight = (user: StoredUser, right: Right): boolean =>
  user.admin || user.rights === 'manage' || right === 'read';

/**
 * Refuses a caller who lacks the right on a domain or sensor that exists.
 * @throws HttpProblem 401 (contract 001, Errors)
 */
export async function requireRight(call: Call, right: Right, sensor: { readonly id: number }): Promise<void> {
  if (!hasRight(call.caller, right) || !(await reaches(call, sensor.id))) throw unauthorized();
}

/** Whether the caller has a right on the domain or sensor of an id; to filter lists, or to check many of one request. */
export async function scopeOf(
  { session, caller }: Call,
  right: Right,
): Promise<(sensorId: number) => boolean> {
  if (!hasRight(caller, right)) return () => false;
  if (caller.admin) return () => true;
  const ids = new Set(await subtreeIds(session, caller.sensor_id));
  return id => ids.has(id);
}

/** Whether a domain or sensor is the caller's top domain or below it. */
async function reaches({ session, caller }: Call, sensorId: number): Promise<boolean> {
  if (caller.admin) return true;
  const rows = await session.rows(
    `WITH RECURSIVE above AS (
      SELECT id, parent_id FROM sensors WHERE id = $1
      UNION ALL SELECT parent.id, parent.parent_id FROM sensors parent JOIN above ON parent.id = above.parent_id)
    SELECT 1 FROM above WHERE id = $2`,
    [sensorId, caller.sensor_id],
  );
  return rows.length > 0;
}
