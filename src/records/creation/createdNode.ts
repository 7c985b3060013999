import type { AccessPoint } from '../../model/sensors/accessPoints.js';
import type { NodeKind } from '../../model/sensors/nodeDocument.js';
import { accessPointPath, sensorPath, type AccessPointRef } from '../../model/sensors/nodeRef.js';
import type { NodeRef } from '../../model/sensors/nodeRecord.js';
import type { RecordFields } from '../../model/inventory/recordText.js';
import { givenToAccessPoint, givenToSensor } from '../kinds/writeOnlyFields.js';

/** A node that a draft has become. */
export interface CreatedNode {
  /** Path of its document. */
  readonly path: string;
  readonly name: string;
  /** Where fields that the manager does not return are kept. */
  readonly givenKey: string;
  readonly parentUuid: string | undefined;
  readonly ref: NodeRef;
  /** Answered this once, by vendor sensors. */
  readonly secret?: string | undefined;
}

/** What is known of a domain or sensor that was created, or found in place of one. */
export function createdSensor(
  connectionId: string,
  created: {
    kind: Exclude<NodeKind, 'accessPoint'>;
    record: { readonly uuid: string; readonly name: string; readonly [field: string]: unknown };
    fields: RecordFields;
  },
): CreatedNode {
  const { kind, record, fields } = created;
  const { uuid, name, secret } = record;
  return {
    path: sensorPath({ kind, uuid }, name),
    name,
    givenKey: givenToSensor(connectionId, uuid),
    parentUuid: textOf(fields.parent_uuid),
    ref: { connectionId, uuid },
    secret: kind === 'vendor' ? textOf(secret) : undefined,
  };
}

/** What is known of an access point that was created, or found in place of one. */
export function createdAccessPoint(
  connectionId: string,
  { id, name, mac_address: mac }: AccessPoint,
  fields: RecordFields,
): CreatedNode {
  const macAddress = mac ?? String(fields.mac_address);
  const ref: AccessPointRef = typeof id === 'number' ? { id } : { macAddress };
  const shown = name ?? String(fields.name);
  return {
    path: accessPointPath(ref, shown),
    name: shown,
    givenKey: givenToAccessPoint(connectionId, ref),
    parentUuid: textOf(fields.sensor_uuid),
    ref: { connectionId, ...('id' in ref ? { accessPointId: ref.id } : ref) },
  };
}

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);
