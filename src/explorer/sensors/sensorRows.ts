import type { Connections } from '../../connections/connection.js';
import type { SensorIndex } from '../../model/sensors/sensorIndex.js';
import type { ExplorerNode, FolderNode } from '../explorerNode.js';
import { emptyNode, partOfTree, staleNodes } from '../placeholders.js';
import { treeNode } from './sensorNodes.js';
import type { ArrivingTrees, SensorTrees } from './sensorTrees.js';
import type { TreeFilter } from './treeFilter.js';

/** Milliseconds after which a row says that a tree is read: VS Code draws no row at all of a view before it has those that are open. */
const patience = 500;

/** What the rows are made of. */
interface SensorRowParts {
  readonly connections: Connections;
  readonly trees: SensorTrees;
  readonly arriving: ArrivingTrees;
  readonly filter: TreeFilter;
}

/** What reads a tree of which not all is shown yet, by connection. */
export type ReadingTrees = Map<string, Promise<SensorIndex>>;

/**
 * The rows below the sensors of a connection: its tree, what of it has arrived, or that it is being read.
 * @throws what reading it throws
 */
export async function sensorRows(
  { connections, trees, arriving, filter }: SensorRowParts,
  node: FolderNode,
  readingTrees: ReadingTrees,
): Promise<ExplorerNode[]> {
  const { connectionId } = node;
  // Drawn again at its end, one that failed is told: read anew for that, a manager that fails slowly would be asked without end.
  const reading = readingTrees.get(connectionId) ?? trees.read(connectionId);
  readingTrees.delete(connectionId);
  const part = arriving.get(connectionId) ?? (await arriving.first(connectionId, reading, patience));
  if (part && !trees.get(connectionId)) {
    readingTrees.set(connectionId, reading);
    if (part === 'late') return [emptyNode(node, { arrived: 0 })];
    return [emptyNode(node, { arrived: part.size }), treeNode({ connectionId, index: part }, 0)];
  }
  const index = trees.get(connectionId) ?? (await reading);
  await filter.prepare(index);
  const stale = await staleNodes(connections, node, trees.stale(connectionId));
  if (filter.shown(index)?.(0) === false)
    return [...stale, emptyNode(node, { isFiltered: true }), ...partOfTree(node, index)];
  return [...stale, treeNode({ connectionId, index }, 0)];
}
