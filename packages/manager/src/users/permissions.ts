import { subtreeIds } from '../store/treeIndex.js';
import { type Call, hasRight, type Right } from './auth.js';
import { unauthorized } from '../http/errors.js';

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
