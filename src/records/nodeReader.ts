import { ApiError, isApiError } from '../api/apiError.js';
import type { ManagerClient } from '../api/managerClient.js';
import type { AccessPoint } from '../model/accessPoints.js';
import type { AccessPointRef } from '../model/nodeRef.js';
import { recordUuid, type RawRecord } from '../model/nodeRecord.js';
import type { NodeIdentity, NodeRef } from '../model/nodeTarget.js';
import type { SensorIndex } from '../model/sensorIndex.js';
import type { SensorRecord } from '../model/sensors.js';

/** Whose tree is read. */
export interface Asked {
  readonly client: ManagerClient;
  readonly connectionId: string;
}

/** A record and where it stands. */
export interface Placed<T> {
  readonly record: T;
  /** Undefined for the caller's top domain. */
  readonly parentUuid: string | undefined;
}

/** A record that is looked for. */
interface Wanted<T> {
  readonly identity: NodeIdentity;
  readonly childOf: (node: SensorRecord) => T | undefined;
  /** The record itself when it is the top of the tree. */
  readonly top: (node: SensorRecord) => T | undefined;
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
      childOf: node => node.children.find(child => child.uuid === uuid),
      top: node => (node.uuid === uuid ? node : undefined),
    });
  }

  /** @throws {ApiError} `notFound` when the tree has no such access point */
  accessPoint(asked: Asked, ref: AccessPointRef): Promise<Placed<AccessPoint>> {
    const isMeant = ({ id, mac_address: mac }: AccessPoint) =>
      'id' in ref ? id === ref.id : mac?.toLowerCase() === ref.macAddress.toLowerCase();
    return this.read(asked, {
      identity: 'id' in ref ? { accessPointId: ref.id } : ref,
      childOf: node => node.access_points.find(isMeant),
      top: () => undefined,
    });
  }

  private async read<T>(asked: Asked, { identity, childOf, top }: Wanted<T>): Promise<Placed<T>> {
    const { client, connectionId } = asked;
    const node = { connectionId, ...identity };
    const parent = this.parents.get(keyOf(connectionId, identity)) ?? this.placed(node)?.parentUuid;
    const near = parent === undefined ? undefined : await subtree(client, parent);
    const direct = near && childOf(near);
    if (direct !== undefined) return { record: direct, parentUuid: parent };
    const tree = await client.sensors.tree();
    const first = top(tree);
    const found = first === undefined ? findBelow(tree, childOf) : { record: first, parentUuid: undefined };
    if (!found) throw new ApiError({ reason: 'notFound', method: 'GET', path: '/api/v1/sensors/tree' });
    this.note(node, found.parentUuid);
    return found;
  }

  private placed(node: NodeRef): Placed<RawRecord> | undefined {
    const tree = this.treeOf(node.connectionId);
    return tree && placedIn(tree, node);
  }
}

const keyOf = (connectionId: string, identity: NodeIdentity) => `${connectionId} ${JSON.stringify(identity)}`;

/** A node of a tree that was read, as it was sent; undefined when it is not there. */
export function placedIn(tree: SensorIndex, node: NodeRef): Placed<RawRecord> | undefined {
  const number = tree.find(node);
  if (number === undefined) return undefined;
  const parent = tree.parent(number);
  return {
    record: tree.record(number),
    parentUuid: parent < 0 ? undefined : recordUuid(tree.record(parent)),
  };
}

/** Undefined when the parent is gone. */
async function subtree(client: ManagerClient, uuid: string): Promise<SensorRecord | undefined> {
  try {
    return await client.sensors.tree(uuid);
  } catch (error) {
    if (isApiError(error, 'notFound', 'unauthorized', 'forbidden')) return undefined;
    throw error;
  }
}

function findBelow<T>(
  tree: SensorRecord,
  childOf: (node: SensorRecord) => T | undefined,
): Placed<T> | undefined {
  const waiting = [tree];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    const record = childOf(node);
    if (record !== undefined) return { record, parentUuid: node.uuid };
    for (const child of node.children) waiting.push(child);
  }
  return undefined;
}
