import type { DuckDBValue } from '@duckdb/node-api';
import { inventoryTypeNames } from '../../model/inventory/inventoryTypes.js';
import { accessPointCells } from '../accessPoints/accessPointTable.js';
import { sqlTime, type SqlSession } from '../store/database.js';
import { setLastId } from '../recordIds.js';
import { createRecordTables } from '../recordTables.js';
import { insertSensors } from '../sensors/writeSensors.js';
import type { StoredUser } from '../users/userStore.js';
import { accessPoints } from './accessPoints.js';
import { inventoryRecords } from './inventoryRecords.js';
import type { NetworkTree } from './network/network.js';
import { networkTree } from './network/networkTree.js';
import { scales, type ScaleName } from './scales.js';
import { users } from './users.js';

const day = 86_400_000;

/** Creates the tables of the records and fills them with a network that the seed decides; only the API key is random. */
export async function populate(
  session: SqlSession,
  { tree, seed, now }: { tree: NetworkTree; seed: number; now: number },
): Promise<void> {
  for (const statement of createRecordTables) await session.run(statement);
  await insertTree(session, tree);
  const people = users(tree.sensors);
  await session.append('users', people.map(userCells));
  await setLastId(session, 'users', people.length);
  await addInventory(session, seed, now);
}

/** The network of a scale, before anything was changed. */
export function generatedTree(seed: number, scale: ScaleName, now: number): NetworkTree {
  const { plan, accessPointsPerFloor: perFloor } = scales[scale];
  const sensors = networkTree(seed, plan());
  return { sensors, accessPoints: accessPoints(sensors, { seed, now, perFloor }) };
}

/** Adds domains, sensors and access points with their ids to empty tables. */
export async function insertTree(session: SqlSession, tree: NetworkTree): Promise<void> {
  await insertSensors(session, tree.sensors);
  await session.append('access_points', tree.accessPoints.map(accessPointCells));
  await setLastId(session, 'sensors', largestId(tree.sensors));
  await setLastId(session, 'access_points', largestId(tree.accessPoints));
}

const largestId = (rows: readonly { readonly id: number }[]): number =>
  rows.reduce((largest, { id }) => Math.max(largest, id), 0);

async function addInventory(session: SqlSession, seed: number, now: number): Promise<void> {
  const records = inventoryRecords(seed);
  for (const type of inventoryTypeNames) {
    const list = records[type];
    const created = sqlTime(now - 90 * day);
    await session.append(
      'inventory_records',
      list.map((fields, index) => [type, index + 1, JSON.stringify(fields), created, created]),
    );
    await setLastId(session, type, list.length);
  }
}
const userCells = (row: StoredUser): DuckDBValue[] => [
  row.id,
  row.email,
  row.login,
  row.admin,
  row.name,
  row.enabled,
  row.authentication_token,
  row.sensor_id,
  row.rights,
];
