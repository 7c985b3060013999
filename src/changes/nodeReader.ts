import { isRecordOf } from '../model/sensors/indexPlaces.js';
import { ApiError, isApiError } from '../api/apiError.js';
import type { SensorAccess } from '../api/managerClient.js';
import { recordUuid, recordsIn, type NodeRef, type RawRecord } from 'netsensor-contract/sensors/nodeRecord';
import { nodeRefKey } from '../model/sensors/nodeRef.js';
import type { PlacedNode, SensorIndex } from '../model/sensors/sensorIndex.js';

/**
 * Reads single records of the sensor tree from the manager, which has no call for one: the subtree of the parent, or the
 * whole tree when the record is not there any more (contract 001, Endpoints).
 */
export class NodeReader {
  private readonly parents = new Map<string, string>();

  /** @param treeOf the tree of a connection, if it was read; tells where nodes stand that were not read here */
  constructor(private readonly treeOf: (connectionId: string) => SensorIndex | undefined) {}

  /** The tree of a connection as it was read last, if it was. */
  tree(connectionId: string): SensorIndex | undefined {
    return this.treeOf(connectionId);
  }

  /** Notes where a record was seen, so that its next read needs only a part of the tree. */
  note(node: NodeRef, parentUuid: string | undefined): void {
    if (parentUuid === undefined) this.parents.delete(nodeRefKey(node));
    else this.parents.set(nodeRefKey(node), parentUuid);
  }

  /** What people call a node of a tree that was read. */
  label(node: NodeRef): string | undefined {
    const tree = this.treeOf(node.connectionId);
    const number = tree?.find(node);
    return number === undefined ? undefined : tree?.label(number);
  }

  /** @throws {ApiError} `notFound` when the tree has no such node */
  async read(client: SensorAccess, node: NodeRef): Promise<PlacedNode> {
    const list = 'uuid' in node ? 'children' : 'access_points';
    const isMeant = isRecordOf(node);
    const childOf = (above: RawRecord) => [...recordsIn(above[list])].find(isMeant);
    const tree = this.treeOf(node.connectionId);
    const parent = this.parents.get(nodeRefKey(node)) ?? (tree && placedIn(tree, node)?.parentUuid);
    const near = parent === undefined ? undefined : await subtree(client, parent);
    const direct = near && childOf(near);
    if (direct) return { raw: direct, parentUuid: parent };
    const top = await client.sensors.rawTree();
    const isTop = 'uuid' in node && isMeant(top);
    const found = isTop ? { raw: top, parentUuid: undefined } : findBelow(top, childOf);
    if (!found) throw new ApiError({ reason: 'notFound', method: 'GET', path: '/api/v1/sensors/tree' });
    this.note(node, found.parentUuid);
    return found;
  }
}

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
async function subtree(client: SensorAccess, uuid: string): Promise<RawRecord | undefined> {
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
