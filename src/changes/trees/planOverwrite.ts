import {
  holdsAccessPoints,
  type FlatPoint,
  type FlatTree,
  type TreeConflict,
} from '../../model/trees/flatTree.js';
import { mergeTrees } from './mergeTrees.js';
import { resolveBody } from './resolveBody.js';
import { overwriteBody, treeChanges, type TreeChanges } from './treeChanges.js';
import type { TreeBody } from '../../model/trees/treeDocument.js';

/** What overwriting a tree does. */
export interface OverwritePlan {
  readonly current: FlatTree;
  readonly desired: FlatTree;
  readonly changes: TreeChanges;
  readonly conflicts: readonly TreeConflict[];
  /** What is sent. */
  readonly body: TreeBody;
  /** Access points that the edit no longer lists and that stay where they are. */
  readonly staying: readonly FlatPoint[];
  /** Access points that would be ignored, because their node is neither a domain nor a flow sensor. */
  readonly ignored: readonly FlatPoint[];
  /** New access points without a name, which the manager refuses. */
  readonly nameless: readonly FlatPoint[];
}

/** The tree that a body alone describes. */
export const treeOfBody = (body: TreeBody, uuid: string): FlatTree =>
  resolveBody(body, { top: uuid, nodes: new Map(), points: new Map() }).tree;

/**
 * What an edit means for a tree as it is now.
 * @param base what the edit started from; the tree as it is now when it started from nothing
 */
export function planOverwrite(edited: TreeBody, current: FlatTree, base: FlatTree = current): OverwritePlan {
  const { tree, unlisted } = resolveBody(edited, base);
  const { desired, conflicts } = mergeTrees(base, tree, current);
  const changes = treeChanges(current, desired);
  const touched = [...changes.createdPoints, ...changes.updatedPoints, ...changes.movedPoints];
  return {
    current,
    desired,
    changes,
    conflicts,
    body: overwriteBody(current, desired),
    staying: unlisted.filter(({ mac }) => desired.points.has(mac.toLowerCase())),
    ignored: touched.filter(({ owner }) => !holdsAccessPoints(desired.nodes.get(owner)?.type ?? 1)),
    nameless: changes.createdPoints.filter(({ fields }) => !fields['name']),
  };
}
