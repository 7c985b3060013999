import type { SqlSession } from '../store/database.js';
import { insertTree } from '../generator/populate.js';
import type { NetworkTree } from '../generator/network/network.js';

/**
 * Puts a tree in the place of the one that is there. Users keep their top domain when the new tree has its uuid;
 * others get the root.
 */
export async function replaceTree(session: SqlSession, tree: NetworkTree): Promise<void> {
  const tops = await session.rows<{ id: number; uuid: string | null }>(
    'SELECT u.id, s.uuid FROM users u LEFT JOIN sensors s ON s.id = u.sensor_id',
  );
  await session.run('DELETE FROM access_points');
  await session.run('DELETE FROM sensors');
  await insertTree(session, tree);
  const idOf = new Map(tree.sensors.map(sensor => [sensor.uuid, sensor.id]));
  const root = tree.sensors[0]?.id ?? 1;
  for (const { id, uuid } of tops) {
    await session.run('UPDATE users SET sensor_id = $2 WHERE id = $1', [id, idOf.get(uuid ?? '') ?? root]);
  }
}
