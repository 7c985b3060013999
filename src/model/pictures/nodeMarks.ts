import { recordUuid, type NodeRef } from 'netsensor-contract/sensors/nodeRecord';
import { accessPointNode } from '../sensors/nodeRef.js';
import type { SensorIndex } from '../sensors/sensorIndex.js';
import type { NodeMark } from './drawing.js';
import { accessPointOf, pointKey } from './floors/floorPlan.js';

/** What a mark of a node leads to. */
export function markOf(tree: SensorIndex, number: number): NodeMark | undefined {
  const record = tree.record(number);
  if (!tree.isAccessPoint(number)) {
    const uuid = recordUuid(record);
    return uuid === undefined ? undefined : { type: 'sensor', key: uuid };
  }
  const key = pointKey(record);
  return key === undefined ? undefined : { type: 'accessPoint', key };
}

/** The node of the tree behind a mark. */
export function nodeOf(connectionId: string, { type, key }: NodeMark): NodeRef {
  if (type === 'sensor') return { connectionId, uuid: key };
  return accessPointNode(connectionId, accessPointOf(key));
}
