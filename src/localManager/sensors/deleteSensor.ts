import type { SqlSession } from '../store/database.js';
import { unprocessable } from '../http/errors.js';
import type { Call } from '../users/permissions.js';
import { sensorFor } from './sensorStore.js';
import { subtreeIds } from './treeIndex.js';
import { deleteSensors } from './writeSensors.js';

/**
 * Deletes a domain or sensor with everything below it and all their access points (contract 001, Sensors and domains).
 * @throws HttpProblem 404, 401, or 422 for the root and for what holds the top domain of a user
 */
export async function deleteSensor(call: Call, uuid: string): Promise<void> {
  const { session } = call;
  const sensor = await sensorFor(call, 'manage', uuid);
  const ids = await subtreeIds(session, sensor.id);
  if (sensor.parent_id === null) throw unprocessable({ base: ['Cannot delete the root domain'] });
  const tops = await topDomains(session);
  if (ids.some(id => tops.has(id))) {
    throw unprocessable({ base: ['Cannot delete: it is or holds the top domain of a user'] });
  }
  await deleteSensors(session, ids);
}

/** Ids of the domains that are the top domain of a user, who would be left without one. */
export async function topDomains(session: SqlSession): Promise<ReadonlySet<number>> {
  const rows = await session.arrays('SELECT DISTINCT sensor_id FROM users');
  return new Set(rows.map(([id]) => Number(id)));
}
