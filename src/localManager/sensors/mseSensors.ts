import { listValue } from '@duckdb/node-api';
import type { SqlSession } from '../store/database.js';
import type { StoredSensor } from './sensorStore.js';
import { sensorType } from './sensorKinds.js';
import { sensorRecord } from './sensorRecord.js';
import { subtreeIds } from './treeIndex.js';

/** The MSE sensors below a domain, at any depth, as records without `children` (field notes §1.1). */
export async function mseSensors(session: SqlSession, domain: { readonly id: number }): Promise<object[]> {
  const rows = await session.rows<StoredSensor>(
    'SELECT * FROM sensors WHERE type = $1 AND id <> $2 AND id IN (SELECT unnest($3::INTEGER[])) ORDER BY id',
    [sensorType.mse, domain.id, listValue(await subtreeIds(session, domain.id))],
  );
  return rows.map(sensorRecord);
}
