import type { AccessPoint } from '../model/accessPoints.js';
import type { SensorRecord } from '../model/sensors.js';
import { byName } from './byName.js';
import type { AccessPointNode, ExplorerNode, SensorNode } from './explorerNode.js';

/** The node of a sensor or domain below another node. */
export function toSensorNode(parent: ExplorerNode, sensor: SensorRecord): SensorNode {
  return { kind: 'sensor', id: `${parent.id}/${sensor.uuid}`, connectionId: parent.connectionId, sensor };
}

/** Domains, then sensors, then access points, each by name; equal uuids still get ids of their own. */
export function sensorChildren(node: SensorNode): ExplorerNode[] {
  const { children, access_points: accessPoints } = node.sensor;
  const sensors = [...children]
    .sort((a, b) => rank(a) - rank(b) || byName(a, b))
    .map(child => toSensorNode(node, child));
  const points = [...accessPoints].sort(byName).map(point => toAccessPointNode(node, point));
  return withDistinctIds([...sensors, ...points]);
}

function toAccessPointNode(parent: SensorNode, accessPoint: AccessPoint): AccessPointNode {
  const identity = accessPoint.mac_address ?? accessPoint.id ?? accessPoint.name;
  return {
    kind: 'accessPoint',
    id: `${parent.id}/ap ${identity}`,
    connectionId: parent.connectionId,
    accessPoint,
  };
}

const rank = ({ type }: SensorRecord) => (type === 1 ? 0 : 1);

function withDistinctIds<T extends ExplorerNode>(nodes: readonly T[]): T[] {
  const seen = new Map<string, number>();
  return nodes.map(node => {
    const count = seen.get(node.id) ?? 0;
    seen.set(node.id, count + 1);
    return count === 0 ? node : { ...node, id: `${node.id} (${count + 1})` };
  });
}
