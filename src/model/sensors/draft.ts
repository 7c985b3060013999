import type { AccessPoint } from './accessPoints.js';
import type { Draft } from '../draft.js';
import type { NodeKind } from './nodeDocument.js';
import { sensorKind } from './nodeTarget.js';
import type { RecordFields } from '../inventory/recordText.js';
import type { SensorRecord } from './sensors.js';

/** A record that a draft may have become. */
export type Twin =
  | { readonly kind: Exclude<NodeKind, 'accessPoint'>; readonly record: SensorRecord }
  | { readonly kind: 'accessPoint'; readonly record: AccessPoint };

/**
 * The records of a tree that a draft may have become, when nobody knows whether it was created: sensors of its kind and
 * name below its parent, or the access point with its MAC address.
 */
export function findTwins(tree: SensorRecord, draft: Draft, fields: RecordFields): Twin[] {
  const twins: Twin[] = [];
  const waiting: SensorRecord[] = [tree];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    twins.push(...twinsBelow(node, draft.kind, fields));
    for (const child of node.children) waiting.push(child);
  }
  return twins;
}

function twinsBelow(parent: SensorRecord, kind: NodeKind, fields: RecordFields): Twin[] {
  if (kind === 'accessPoint') {
    const mac = String(fields.mac_address).toLowerCase();
    return parent.access_points
      .filter(({ mac_address }) => mac_address?.toLowerCase() === mac)
      .map(record => ({ kind, record }));
  }
  if (fields.parent_uuid !== undefined && fields.parent_uuid !== parent.uuid) return [];
  return parent.children
    .filter(record => record.name === fields.name && isOfKind(record, kind))
    .filter(({ uuid }) => fields.uuid === undefined || fields.uuid === uuid)
    .map(record => ({ kind, record }));
}

/** The type of vendor sensors is not published, so a record that is nothing else may be one (contract 001, Gaps). */
const isOfKind = (record: SensorRecord, kind: NodeKind) =>
  sensorKind(record) === kind || (kind === 'vendor' && sensorKind(record) === 'other');
