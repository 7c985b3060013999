import { listValue } from '@duckdb/node-api';
import type { StoredSensor } from './sensorStore.js';
import type { SqlSession } from '../store/database.js';
import { sensorType } from './sensorKinds.js';
import { subtreeIds } from '../store/treeIndex.js';

/** What a sensor record shows of a row. */
export type ShownSensor = Omit<StoredSensor, 'parent_id' | 'settings'>;

/** A sensor record with the keys of the published sample, in its order, without its subordinates (field notes §1.1). */
export function sensorRecord(row: ShownSensor): object {
  return {
    id: row.id,
    name: row.name,
    ip: row.ip,
    latitude: row.latitude,
    longitude: row.longitude,
    is_deleted: false,
    applied_at: null,
    type: row.type,
    real_parent_id: null,
    group_id: null,
    binding_id: null,
    need_apply: false,
    applying: false,
    property: JSON.parse(row.property) as unknown,
    domain_type: row.domain_type,
    unassigned: false,
    policy_id: null,
    reputation_policy_id: null,
    need_reputation_apply: false,
    uuid: row.uuid,
  };
}

/** The MSE sensors below a domain, at any depth, as records without `children` (field notes §1.1). */
export async function mseSensors(session: SqlSession, domain: { readonly id: number }): Promise<object[]> {
  const rows = await session.rows<StoredSensor>(
    'SELECT * FROM sensors WHERE type = $1 AND id <> $2 AND id IN (SELECT unnest($3::INTEGER[])) ORDER BY id',
    [sensorType.mse, domain.id, listValue(await subtreeIds(session, domain.id))],
  );
  return rows.map(sensorRecord);
}
