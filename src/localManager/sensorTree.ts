import { accessPointRecord, type StoredAccessPoint } from './accessPointStore.js';
import type { StoredSensor } from './sensorStore.js';

const domain = 1;
const floor = 101;

interface TreeNode {
  readonly children: TreeNode[];
}

/**
 * Nests the rows of a subtree into sensor records (field notes §1.1).
 * @param rows parents before children; the first one is the root
 */
export function sensorTree(
  rows: readonly StoredSensor[],
  accessPoints: readonly StoredAccessPoint[],
): object {
  const pointsBySensor = new Map<number, StoredAccessPoint[]>();
  for (const point of accessPoints) {
    const points = pointsBySensor.get(point.sensor_id);
    if (points) points.push(point);
    else pointsBySensor.set(point.sensor_id, [point]);
  }
  const nodes = new Map<number, TreeNode>();
  let root: TreeNode | undefined;
  for (const row of rows) {
    const node: TreeNode = {
      ...sensorFields(row),
      ...accessPointsOf(row, pointsBySensor.get(row.id) ?? []),
      children: [],
    };
    nodes.set(row.id, node);
    if (!root) root = node;
    else nodes.get(row.parent_id ?? 0)?.children.push(node);
  }
  return root ?? {};
}

/** The key set of the published sample, in its order, without `access_points` and `children` (field notes §1.1). */
function sensorFields(row: StoredSensor): object {
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

/** Floors always list their access points, other domains when they own some (contract 001, Sensor / domain record). */
function accessPointsOf(row: StoredSensor, points: readonly StoredAccessPoint[]): object {
  const listed = row.type === domain && (row.domain_type === floor || points.length > 0);
  return listed ? { access_points: points.map(point => accessPointRecord(point, row)) } : {};
}
