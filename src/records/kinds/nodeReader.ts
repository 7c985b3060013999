import { ApiError, isApiError } from '../../api/apiError.js';
import type { ManagerClient } from '../../api/managerClient.js';
import type { AccessPoint } from '../../model/sensors/accessPoints.js';
import type { AccessPointRef } from '../../model/sensors/nodeRef.js';
import { integerOf } from '../../model/text/looseValues.js';
import {
  recordMac,
  recordUuid,
  recordsIn,
  type RawRecord,
  type NodeIdentity,
  type NodeRef,
} from '../../model/sensors/nodeRecord.js';
import type { PlacedNode, SensorIndex } from '../../model/sensors/sensorIndex.js';
import type { SensorRecord } from '../../model/sensors/sensors.js';
import { readAccessPoint, readSensorTree } from '../../model/sensors/readRecords.js';

/** Whose tree is read. */
export interface Asked {
  readonly client: ManagerClient;
  readonly connectionId: string;
}

/** A record and where it stands. */
export interface Placed<T> extends PlacedNode {
  readonly record: T;
}

/** A record that is looked for. */
interface Wanted<T> {
  readonly identity: NodeIdentity;
  /** The lists of a node in which it may stand. */
  readonly list: 'children' | 'access_points';
  readonly isMeant: (record: RawRecord) => boolean;
  readonly read: (record: RawRecord) => T;
}

/**
 * Reads single records of the sensor tree from the manager, which has no call for one: the subtree of the parent, or the
 * whole tree when the record is not there any more (contract 001, Endpoints).
 */
export class NodeReader {
  private readonly parents = new Map<string, string>();

  /** @param treeOf the tree of a connection, if it was read; tells where nodes stand that were not read here */
  constructor(private readonly treeOf: (connectionId: string) => SensorIndex | undefined) {}

  /** Notes where a record was seen, so that its next read needs only a part of the tree. */
  note({ connectionId, ...identity }: NodeRef, parentUuid: string | undefined): void {
    const key = keyOf(connectionId, identity);
    if (parentUuid === undefined) this.parents.delete(key);
    else this.parents.set(key, parentUuid);
  }

  /** @throws {ApiError} `notFound` when the tree has no such sensor */
  sensor(asked: Asked, uuid: string): Promise<Placed<SensorRecord>> {
    return this.read(asked, {
      identity: { uuid },
      list: 'children',
      isMeant: record => recordUuid(record) === uuid,
      read: readSensorTree,
    });
  }

  /** @throws {ApiError} `notFound` when the tree has no such access point */
  accessPoint(asked: Asked, ref: AccessPointRef): Promise<Placed<AccessPoint>> {
    return this.read(asked, {
      identity: 'id' in ref ? { accessPointId: ref.id } : ref,
      list: 'access_points',
      isMeant: record =>
        'id' in ref
          ? integerOf(record.id) === ref.id
          : recordMac(record)?.toLowerCase() === ref.macAddress.toLowerCase(),
      read: readAccessPoint,
    });
  }

  private async read<T>(asked: Asked, wanted: Wanted<T>): Promise<Placed<T>> {
    const { client, connectionId } = asked;
    const { identity, list, isMeant, read } = wanted;
    const node = { connectionId, ...identity };
    const childOf = (above: RawRecord) => [...recordsIn(above[list])].find(isMeant);
    const parent = this.parents.get(keyOf(connectionId, identity)) ?? this.placed(node)?.parentUuid;
    const near = parent === undefined ? undefined : await subtree(client, parent);
    const direct = near && childOf(near);
    if (direct) return { record: read(direct), raw: direct, parentUuid: parent };
    const tree = await client.sensors.rawTree();
    const isTop = list === 'children' && isMeant(tree);
    const found = isTop ? { raw: tree, parentUuid: undefined } : findBelow(tree, childOf);
    if (!found) throw new ApiError({ reason: 'notFound', method: 'GET', path: '/api/v1/sensors/tree' });
    this.note(node, found.parentUuid);
    return { record: read(found.raw), ...found };
  }

  private placed(node: NodeRef): PlacedNode | undefined {
    const tree = this.treeOf(node.connectionId);
    return tree && placedIn(tree, node);
  }
}

const keyOf = (connectionId: string, identity: NodeIdentity) => `${connectionId} ${JSON.stringify(identity)}`;

/** A node of a tree that was read, as it was sent; undefined when it is not there. */
export function placedIn(tree: SensorIndex, node: NodeRef): PlacedNode | undefined {
  const number = tree.find(node);
  if (number === undefined) return undefined;
  const parent = tree.parent(number);
  return {
    raw: tree.record(number),
    parentUuid: parent < 0 ? undefined : recordUuid(tree.record(parent)),
  };
}

/** Undefined when the parent is gone. */
async function subtree(client: ManagerClient, uuid: string): Promise<RawRecord | undefined> {
  try {
    return await client.sensors.rawTree(uuid);
  } catch (error) {
    if (isApiError(error, 'notFound', 'unauthorized', 'forbidden')) return undefined;
    throw error;
  }
}

function findBelow(
  tree: RawRecord,
  childOf: (node: RawRecord) => RawRecord | undefined,
): PlacedNode | undefined {
  const waiting = [tree];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    const raw = childOf(node);
    if (raw) return { raw, parentUuid: recordUuid(node) };
    for (const child of recordsIn(node.children)) waiting.push(child);
  }
  return undefined;
}
