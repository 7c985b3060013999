import * as l10n from '@vscode/l10n';
import type { AccessPoint } from 'netsensor-contract/sensors/accessPoints';
import { nodeKinds, placedFields, type NodeKind } from '../../model/sensors/nodeDocument.js';
import {
  accessPointNode,
  accessPointPath,
  sensorPath,
  type AccessPointRef,
} from '../../model/sensors/nodeRef.js';
import { findTwins, isKind, type Draft } from '../../model/sensors/nodeDraft.js';
import { macKey, recordMacKey } from 'netsensor-contract/sensors/macAddress';
import { recordKind, recordName, type NodeRef } from 'netsensor-contract/sensors/nodeRecord';
import { readAccessPoint, readSensor } from 'netsensor-contract/sensors/readRecords';
import type { PlacedNode } from '../../model/sensors/sensorIndex.js';
import { withPastedRight } from '../../model/inventory/pastedValues.js';
import { createProblems, isSameSpelling, isStoredWhole } from '../../model/inventory/recordRules.js';
import type { RecordFields } from '../../model/inventory/recordText.js';
import type { NodeAccess, SensorAccess } from '../../api/managerClient.js';
import { placedIn, type NodeReader } from '../nodeReader.js';
import { inert } from '../../words/inert.js';
import type { Created, Creation } from './createChange.js';

/** A node that was created. */
export interface CreatedNode extends Created {
  /** Path of its document. */
  readonly path: string;
  readonly parentUuid: string | undefined;
  readonly ref: NodeRef;
  /** Answered this once, by vendor sensors. */
  readonly secret?: string | undefined;
  /** As the manager shows it, once that was read. */
  readonly placed?: PlacedNode | undefined;
}

/** A node that was created, or was found in place of one, as the manager sends it. */
type SentNode =
  | {
      readonly kind: Exclude<NodeKind, 'accessPoint'>;
      readonly record: { readonly uuid: string; readonly name: string; readonly [field: string]: unknown };
    }
  | { readonly kind: 'accessPoint'; readonly record: AccessPoint };

/** What is known of a node that a draft with these fields has become. */
export function createdNode(
  connectionId: string,
  { kind, record }: SentNode,
  fields: RecordFields,
): CreatedNode {
  if (kind !== 'accessPoint') {
    const { uuid, name, secret } = record;
    return {
      path: sensorPath({ kind, uuid }, name),
      name,
      identity: l10n.t('uuid {0}', inert(uuid)),
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
    identity: macAddress,
    parentUuid: textOf(fields.sensor_uuid),
    ref: accessPointNode(connectionId, ref),
  };
}

/** A node that is to be created. */
export interface NewNode {
  readonly connectionId: string;
  readonly draft: Draft;
  /** As they stand in its document. */
  readonly fields: RecordFields;
}

/** A node that is to be created (contract 001, Endpoints). @param reader knows the tree as it was before, where that was read */
export function nodeCreation(
  client: NodeAccess,
  reader: NodeReader,
  { connectionId, draft, fields: written }: NewNode,
): Creation<CreatedNode> {
  const { kind } = draft;
  const { create: schema } = nodeKinds[kind];
  const fields = withPastedRight(schema.shape, written);
  const before = reader.tree(connectionId);
  return {
    fields,
    nameField: 'name',
    problems: createProblems(schema, fields),
    create: async () =>
      kind === 'accessPoint'
        ? createdNode(connectionId, { kind, record: await client.accessPoints.create(fields) }, fields)
        : createdNode(connectionId, { kind, record: await client.sensors.create(kind, fields) }, fields),
    read: answered => readCreated(reader, client, { kind, fields, answered }),
    isMeant: ({ ref, placed }) => isDescribed(kind, fields, placed) && !(before && placedIn(before, ref)),
    isWhole: ({ placed }) => !placed || isStoredWhole(fields, placedFields(kind, placed)),
    requestPath: kind === 'accessPoint' ? '/api/v1/access_points' : `/api/v1/sensors/${kind}`,
    twins: async () => {
      const tree = await client.sensors.tree();
      return sent => findTwins(tree, draft, sent).map(twin => createdNode(connectionId, twin, sent));
    },
  };
}

/** What was sent to create a node, and what was answered. */
export interface AnsweredNode {
  readonly kind: NodeKind;
  readonly fields: RecordFields;
  readonly answered: CreatedNode;
}

/** What the manager shows of a node that it answered. @throws {ApiError} `notFound` while it shows nothing */
export async function readCreated(
  reader: NodeReader,
  client: SensorAccess,
  { kind, fields, answered }: AnsweredNode,
): Promise<CreatedNode> {
  const { ref, secret } = answered;
  reader.note(ref, answered.parentUuid);
  const placed = await reader.read(client, ref);
  const shown =
    kind === 'accessPoint'
      ? createdNode(ref.connectionId, { kind, record: readAccessPoint(placed.raw) }, fields)
      : createdNode(ref.connectionId, { kind, record: readSensor(placed.raw) }, fields);
  return { ...shown, parentUuid: placed.parentUuid, secret, placed };
}

/**
 * Whether a node of a tree is what a draft describes, where that wants it, however the manager spells it. An access point is
 * known by its MAC address, by its name only where the manager shows no address.
 */
export function isDescribed(kind: NodeKind, fields: RecordFields, placed: PlacedNode | undefined): boolean {
  if (!placed) return false;
  const { raw, parentUuid } = placed;
  const parent = textOf(fields[nodeKinds[kind].parentField]);
  if (parent !== undefined && !isSameSpelling(parent, parentUuid)) return false;
  const isNamed = isSameSpelling(fields.name, recordName(raw));
  if (kind !== 'accessPoint') return isNamed && isKind(recordKind(raw), kind);
  const mac = recordMacKey(raw);
  return mac === undefined ? isNamed : mac === macKey(String(fields.mac_address));
}

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);
