import type { AccessPoint } from '../../model/sensors/accessPoints.js';
import type { NodeKind } from '../../model/sensors/nodeDocument.js';
import {
  accessPointNode,
  accessPointPath,
  sensorPath,
  type AccessPointRef,
} from '../../model/sensors/nodeRef.js';
import type { NodeRef } from '../../model/sensors/nodeRecord.js';
import type { RecordFields } from '../../model/inventory/recordText.js';
import type { Created } from './createOnce.js';

/** A node that a draft has become. */
export interface CreatedNode extends Created {
  readonly parentUuid: string | undefined;
  readonly ref: NodeRef;
  /** Answered this once, by vendor sensors. */
  readonly secret?: string | undefined;
}

/** A record that was created, or was found in place of one. */
type CreatedRecord =
  | {
      readonly kind: Exclude<NodeKind, 'accessPoint'>;
      readonly record: { readonly uuid: string; readonly name: string; readonly [field: string]: unknown };
    }
  | { readonly kind: 'accessPoint'; readonly record: AccessPoint };

/** What is known of a node that a draft with these fields has become. */
export function createdNode(
  connectionId: string,
  { kind, record }: CreatedRecord,
  fields: RecordFields,
): CreatedNode {
  if (kind !== 'accessPoint') {
    const { uuid, name, secret } = record;
    return {
      path: sensorPath({ kind, uuid }, name),
      name,
      parentUuid: textOf(fields.parent_uuid),
      ref: { connectionId, uuid },
      secret: kind === 'vendor' ? textOf(secret) : undefined,
    };
  }
  const macAddress = record.mac_address ?? String(fields.mac_address);
  const ref: AccessPointRef = typeof record.id === 'number' ? { id: record.id } : { macAddress };
  const name = record.name ?? String(fields.name);
  return {
    path: accessPointPath(ref, name),
    name,
    parentUuid: textOf(fields.sensor_uuid),
    ref: accessPointNode(connectionId, ref),
  };
}

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);
