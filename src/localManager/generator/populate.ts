import type { DuckDBValue } from '@duckdb/node-api';
import { inventoryTypeNames } from '../../model/inventory.js';
import type { StoredAccessPoint } from '../accessPointStore.js';
import { createAnalyticsTables } from '../analyticsTables.js';
import { newApiKey } from '../auth.js';
import { sqlTime, type SqlSession } from '../database.js';
import { setLastId } from '../recordIds.js';
import { createRecordTables } from '../recordTables.js';
import type { StoredSensor } from '../sensorStore.js';
import { accessPoints } from './accessPoints.js';
import { inventoryRecords } from './inventoryRecords.js';
import { networkTree } from './networkTree.js';

const day = 86_400_000;

/** Creates all tables and fills those of the records with a network that the seed decides; only the API key is random. */
export async function populate(
  session: SqlSession,
  { seed, now }: { seed: number; now: number },
): Promise<void> {
  for (const statement of [...createRecordTables, ...createAnalyticsTables()]) await session.run(statement);
  const sensors = networkTree(seed);
  const points = accessPoints(sensors, seed, now);
  await session.append('sensors', sensors.map(sensorCells));
  await session.append('access_points', points.map(accessPointCells));
  await session.append('users', [
    [1, 'admin@example.com', 'admin', true, 'Administrator', true, newApiKey(), 1],
  ]);
  await setLastId(session, 'sensors', sensors.length);
  await setLastId(session, 'access_points', points.length);
  await setLastId(session, 'users', 1);
  await addInventory(session, seed, now);
}

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

const sensorCells = (row: StoredSensor): DuckDBValue[] => [
  row.id,
  row.uuid,
  row.parent_id,
  row.name,
  row.ip,
  row.type,
  row.domain_type,
  row.latitude,
  row.longitude,
  row.property,
  row.settings,
];

const accessPointCells = (row: StoredAccessPoint): DuckDBValue[] => [
  row.id,
  row.sensor_id,
  row.name,
  row.mac_address,
  row.ip_address,
  row.status,
  row.latitude,
  row.longitude,
  row.x,
  row.y,
  row.description,
  row.clients,
  row.uptime,
  row.last_check_in && sqlTime(row.last_check_in.getTime()),
  row.enrichment,
  sqlTime(row.created_at.getTime()),
  sqlTime(row.updated_at.getTime()),
];
