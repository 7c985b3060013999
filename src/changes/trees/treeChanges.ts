import {
  childrenOf,
  isSameValue,
  matchKey,
  pointsOf,
  type FlatNode,
  type FlatPoint,
  type FlatTree,
} from '../../model/trees/flatTree.js';
import { renameIds } from './mergeTrees.js';
import { inOrder, toBody, type TreeBody } from '../../model/trees/treeDocument.js';

/** What turns one tree into another. A node or access point can be both updated and moved. */
export interface TreeChanges {
  readonly created: readonly FlatNode[];
  readonly updated: readonly FlatNode[];
  readonly moved: readonly FlatNode[];
  readonly deleted: readonly FlatNode[];
  readonly createdPoints: readonly FlatPoint[];
  readonly updatedPoints: readonly FlatPoint[];
  readonly movedPoints: readonly FlatPoint[];
  /** Access points that go with their node. */
  readonly deletedPoints: readonly FlatPoint[];
}

/** Compares two trees by the ids of nodes and the MAC addresses of access points. */
export function treeChanges(before: FlatTree, after: FlatTree): TreeChanges {
  const both = [...after.nodes.values()].flatMap(node => {
    const was = before.nodes.get(node.id);
    return was ? [{ was, node }] : [];
  });
  const bothPoints = [...after.points].flatMap(([mac, point]) => {
    const was = before.points.get(mac);
    return was ? [{ was, point }] : [];
  });
  return {
    created: [...after.nodes.values()].filter(({ id }) => !before.nodes.has(id)),
    updated: both.filter(({ was, node }) => matchKey(was) !== matchKey(node)).map(({ node }) => node),
    moved: both
      .filter(({ was, node }) => was.parent !== node.parent && node.id !== after.top)
      .map(({ node }) => node),
    deleted: [...before.nodes.values()].filter(({ id }) => !after.nodes.has(id)),
    createdPoints: [...after.points].filter(([mac]) => !before.points.has(mac)).map(([, point]) => point),
    updatedPoints: bothPoints
      .filter(({ was, point }) => !isSameValue(was.fields, point.fields))
      .map(({ point }) => point),
    movedPoints: bothPoints.filter(({ was, point }) => was.owner !== point.owner).map(({ point }) => point),
    deletedPoints: [...before.points].filter(([mac]) => !after.points.has(mac)).map(([, point]) => point),
  };
}

/** Whether two trees are the same, apart from the order of what they hold. */
export const isSameTree = (one: FlatTree, other: FlatTree): boolean =>
  Object.values(treeChanges(one, other) as unknown as Record<string, readonly unknown[]>).every(
    list => list.length === 0,
  );

/**
 * The body that turns one tree into another. It lists every node, because a child that a list leaves out is deleted, and
 * the access points of those nodes where one is created, changed, comes or goes: the others stay as they are.
 */
export function overwriteBody(before: FlatTree, after: FlatTree): TreeBody {
  const children = childrenOf(before);
  const changes = treeChanges(before, after);
  const touched = new Set(
    [...changes.createdPoints, ...changes.updatedPoints, ...changes.movedPoints].map(({ owner }) => owner),
  );
  return toBody(after, {
    pointsOfNode: id => touched.has(id),
    listsChildren: id => (children.get(id) ?? []).length > 0,
  });
}

/**
 * The wanted tree with what the manager itself chose: uuids of new nodes, found by name, type and domain type below the
 * same node (contract 001, Overwrite request, rule 3), and fields of access points that were not sent.
 */
export function withManagersChoices(desired: FlatTree, actual: FlatTree): FlatTree {
  const named = renameIds(desired, givenUuids(desired, actual));
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

function givenUuids(desired: FlatTree, actual: FlatTree): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const children = childrenOf(actual);
  const taken = new Set<string>();
  for (const node of inOrder(desired)) {
    if (node.uuid !== undefined || node.parent === undefined) continue;
    const siblings = children.get(found.get(node.parent) ?? node.parent) ?? [];
    const match = siblings.find(
      at => !desired.nodes.has(at.id) && !taken.has(at.id) && matchKey(at) === matchKey(node),
    );
    if (!match) continue;
    found.set(node.id, match.id);
    taken.add(match.id);
  }
  return found;
}

/** A tree as text for people: a line for each node and access point, below the one it belongs to. */
export function outlineTree(tree: FlatTree, kindOf: (node: FlatNode) => string): string {
  const points = pointsOf(tree);
  const depths = new Map<string | undefined, number>();
  const lines: string[] = [];
  for (const node of inOrder(tree)) {
    const depth = (depths.get(node.parent) ?? -1) + 1;
    depths.set(node.id, depth);
    const indent = '  '.repeat(depth);
    lines.push(
      `${indent}${JSON.stringify(node.name)} ${kindOf(node)}${node.uuid === undefined ? '' : ` ${node.uuid}`}`,
    );
    for (const { mac, fields } of points.get(node.id) ?? []) {
      const { name, ...others } = fields;
      lines.push(`${indent}  - ${mac} ${JSON.stringify(name ?? '')} ${JSON.stringify(sorted(others))}`);
    }
  }
  return `${lines.join('\n')}\n`;
}

const sorted = (fields: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(fields).sort(([one], [other]) => (one < other ? -1 : 1)));
