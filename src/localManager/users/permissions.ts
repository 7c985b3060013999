import type { SqlSession } from '../store/database.js';
import { unauthorized } from '../http/errors.js';
import type { StoredUser } from './userStore.js';

/** What a request needs on the objects it names: read for lists, manage for changes (contract 001, General rules). */
export type Right = 'read' | 'manage';

/** The domains and sensors that a user may reach: the top domain and everything below it. */
export interface Scope {
  includes(sensorId: number): boolean;
}

const everything: Scope = { includes: () => true };

/** Whether a user has a right at all, wherever it applies; managing includes reading. */
export const hasRight = (user: StoredUser, right: Right): boolean =>
  user.admin || user.rights === 'manage' || right === 'read';

/**
 * Refuses a caller who lacks the right on a domain or sensor that exists.
 * @throws HttpProblem 401 (contract 001, Errors)
 */
export async function requireRight(
  session: SqlSession,
  caller: StoredUser,
  right: Right,
  sensor: { readonly id: number },
): Promise<void> {
  if (!hasRight(caller, right) || !(await reaches(session, caller, sensor.id))) throw unauthorized();
}

/**
 * Refuses a caller who may not change records that belong to no domain, such as those of the inventory.
 * @throws HttpProblem 401
 */
export function requireManager(caller: StoredUser): void {
  if (!hasRight(caller, 'manage')) throw unauthorized();
}

/**
 * Refuses everyone but super administrators.
 * @throws HttpProblem 401 (contract 001, Authentication, rule 3)
 */
export function requireSuperAdministrator(caller: StoredUser): void {
  if (!caller.admin) throw unauthorized();
}

/** The domains and sensors a caller has a right on; to filter lists, or to check many objects of one request. */
export async function scopeOf(session: SqlSession, caller: StoredUser, right: Right): Promise<Scope> {
  if (!hasRight(caller, right)) return { includes: () => false };
  if (caller.admin) return everything;
  const rows = await session.arrays(
    `WITH RECURSIVE below AS (
      SELECT id FROM sensors WHERE id = $1
      UNION ALL SELECT child.id FROM sensors child JOIN below ON child.parent_id = below.id)
    SELECT id FROM below`,
    [caller.sensor_id],
  );
  const ids = new Set(rows.map(([id]) => Number(id)));
  return { includes: id => ids.has(id) };
}

/** Whether a domain or sensor is the caller's top domain or below it. */
async function reaches(session: SqlSession, caller: StoredUser, sensorId: number): Promise<boolean> {
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
