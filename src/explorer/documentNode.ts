import { parseRecordPath } from 'netsensor-contract/inventory/inventoryRecord';
import { isInventoryType, type InventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import type { NodeRef } from 'netsensor-contract/sensors/nodeRecord';
import { accessPointNode, parseAccessPointPath, parseSensorPath } from '../model/sensors/nodeRef.js';
import { parsePointListPath } from '../model/trees/pointList.js';
import { parseSubtreePath } from '../model/trees/treeDocument.js';
import type { InventoryTypeNode, RecordNode, TreeNode } from './explorerNode.js';
import type { ExplorerParts } from './explorerTree.js';
import type { DocumentAddress } from './front.js';
import { treeNode } from './sensors/sensorNodes.js';

/** What stands in the tree for a document. */
export type DocumentNode = RecordNode | TreeNode | InventoryTypeNode;

/** The node that a document is about, by what was read; undefined where that was not, or does not have it. */
export async function documentNode(
  { tree, trees, lists }: ExplorerParts,
  { connectionId, path }: DocumentAddress,
): Promise<DocumentNode | undefined> {
  const record = parseRecordPath(path);
  if (record) {
    const { type, id } = record;
    return lists.get(connectionId, type) && tree.locateRecord(connectionId, type, id);
  }
  const type = listedType(path);
  if (type) return lists.get(connectionId, type) && tree.locateType(connectionId, type);
  const ref = nodeOf(connectionId, path);
  const index = trees.get(connectionId);
  const number = ref && index?.find(ref);
  return index && number !== undefined ? treeNode({ connectionId, index }, number) : undefined;
}

/** The type whose list has what a document is about: one record, or many. */
export function listedType(path: string): InventoryType | undefined {
  const [, root, type = ''] = path.split('/');
  return root === 'lists' && isInventoryType(type) ? type : parseRecordPath(path)?.type;
}

/** The domain, sensor or access point that a document is about; undefined for another document. */
export function nodeOf(connectionId: string, path: string): NodeRef | undefined {
  const point = parseAccessPointPath(path);
  if (point) return accessPointNode(connectionId, point);
  const uuid = parseSensorPath(path)?.uuid ?? parseSubtreePath(path) ?? parsePointListPath(path);
  return uuid === undefined ? undefined : { connectionId, uuid };
}

/** Whether a filter hides a node from the tree. */
export function isHiddenNode({ filter, inventory }: ExplorerParts, node: DocumentNode): boolean {
  if (node.kind === 'record') return inventory.isHidden(node);
  return node.kind !== 'inventoryType' && filter.shown(node.index)?.(node.number) === false;
}
