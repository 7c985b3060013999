import {
  childrenOf,
  matchKey,
  type FlatNode,
  type FlatPoint,
  type FlatTree,
} from '../../model/trees/flatTree.js';
import { isSameValue } from '../../model/inventory/recordRules.js';
import { withUuidsOf } from './mergeTrees.js';
import { toBody, type TreeBody } from '../../model/trees/treeDocument.js';

/** What turns some nodes, or some access points, into others. One can be both updated and moved. */
export interface Changes<T> {
  readonly created: readonly T[];
  readonly updated: readonly T[];
  readonly moved: readonly T[];
  readonly deleted: readonly T[];
}

/** What turns one tree into another; the access points that are deleted go with their node. */
export interface TreeChanges {
  readonly nodes: Changes<FlatNode>;
  readonly points: Changes<FlatPoint>;
}

type Differs<T> = (was: T, is: T) => boolean;

/** Compares two trees by the ids of nodes and the MAC addresses of access points. */
export const treeChanges = (before: FlatTree, after: FlatTree): TreeChanges => ({
  nodes: changesOf(before.nodes, after.nodes, {
    isUpdated: (was, is) => matchKey(was) !== matchKey(is),
    isMoved: (was, is) => was.parent !== is.parent && is.id !== after.top,
  }),
  points: pointChanges(before.points, after.points),
});

/** Compares access points by their MAC addresses. */
export const pointChanges = (before: FlatTree['points'], after: FlatTree['points']): Changes<FlatPoint> =>
  changesOf(before, after, {
    isUpdated: (was, is) => !isSameValue(was.fields, is.fields),
    isMoved: (was, is) => was.owner !== is.owner,
  });

function changesOf<T>(
  before: ReadonlyMap<string, T>,
  after: ReadonlyMap<string, T>,
  { isUpdated, isMoved }: Record<'isUpdated' | 'isMoved', Differs<T>>,
): Changes<T> {
  const onlyIn = (some: ReadonlyMap<string, T>, others: ReadonlyMap<string, T>) =>
    [...some].filter(([key]) => !others.has(key)).map(([, one]) => one);
  const inBoth = (differs: Differs<T>) =>
    [...after].flatMap(([key, is]) => {
      const was = before.get(key);
      return was && differs(was, is) ? [is] : [];
    });
  return {
    created: onlyIn(after, before),
    updated: inBoth(isUpdated),
    moved: inBoth(isMoved),
    deleted: onlyIn(before, after),
  };
}

/** Whether some changes are none. */
export const isNone = ({ created, updated, moved, deleted }: Changes<unknown>): boolean =>
  [created, updated, moved, deleted].every(list => list.length === 0);

/** Whether two trees are the same, apart from the order of what they hold. */
export function isSameTree(one: FlatTree, other: FlatTree): boolean {
  const { nodes, points } = treeChanges(one, other);
  return isNone(nodes) && isNone(points);
}

/** The access points that an overwrite has to list. */
export const touchedPoints = ({ points: { created, updated, moved } }: TreeChanges): FlatPoint[] => [
  ...created,
  ...updated,
  ...moved,
];

/**
 * The body that turns one tree into another. It lists every node, because a child that a list leaves out is deleted, and
 * the access points of those nodes where one is created, changed, comes or goes: the others stay as they are.
 */
export function overwriteBody(before: FlatTree, after: FlatTree): TreeBody {
  const children = childrenOf(before);
  const touched = new Set(touchedPoints(treeChanges(before, after)).map(({ owner }) => owner));
  return toBody(after, {
    pointsOfNode: id => touched.has(id),
    listsChildren: id => (children.get(id) ?? []).length > 0,
  });
}

/**
 * The wanted tree with what the manager itself chose: uuids of new nodes, and fields of access points that were not sent.
 */
export function withManagersChoices(desired: FlatTree, actual: FlatTree): FlatTree {
  const named = withUuidsOf(actual, desired);
  // The tree shows the access points of domains only (contract 001, Sensor / domain record).
  const isShown = ({ owner }: FlatPoint, mac: string) =>
    named.nodes.get(owner)?.type === 1 || actual.points.has(mac);
  const points = [...named.points]
    .filter(([mac, point]) => isShown(point, mac))
    .map(([mac, point]) => {
      const fields = { ...actual.points.get(mac)?.fields, ...point.fields };
      return [mac, { ...point, fields }] as const;
    });
  return { ...named, points: new Map(points) };
}
