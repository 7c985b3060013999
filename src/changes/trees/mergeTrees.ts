import {
  type TreeConflict,
  childrenOf,
  matchKey,
  type FlatNode,
  type FlatPoint,
  type FlatTree,
} from '../../model/trees/flatTree.js';
import { isSameValue } from '../../model/inventory/recordRules.js';
import { inOrder } from '../../model/trees/treeDocument.js';

/** The tree that both edits together make, or where they contradict each other. */
export interface MergedTree {
  readonly desired: FlatTree;
  readonly conflicts: readonly TreeConflict[];
}

const nodeFields = ['name', 'type', 'domain_type', 'parent'] as const;

/**
 * Carries what was changed between base and edited over to the tree as it is now (architecture, rule 4).
 * @param base the tree that the edit started from
 */
export function mergeTrees(base: FlatTree, given: FlatTree, current: FlatTree): MergedTree {
  // A node that both sides added is one node.
  const edited = withUuidsOf(current, given, base.nodes);
  const conflicts: TreeConflict[] = [];
  const nodes = new Map<string, FlatNode>();
  for (const id of new Set([...current.nodes.keys(), ...edited.nodes.keys()])) {
    const was = base.nodes.get(id);
    const mine = edited.nodes.get(id);
    const theirs = current.nodes.get(id);
    const merged = mergeNode({ was, mine, theirs }, conflicts);
    if (merged) nodes.set(id, merged);
  }
  const points = mergePoints({ base, edited, current }, nodes, conflicts);
  const desired = { top: current.top, nodes, points };
  conflicts.push(...hangingConflicts(desired, base, current));
  return { desired, conflicts };
}

interface Sides<T> {
  readonly was: T | undefined;
  readonly mine: T | undefined;
  readonly theirs: T | undefined;
}

function mergeNode({ was, mine, theirs }: Sides<FlatNode>, conflicts: TreeConflict[]): FlatNode | undefined {
  if (!was) return mine ?? theirs;
  if (!mine && !theirs) return undefined;
  if (!mine || !theirs) {
    const other = (mine ?? theirs) as FlatNode;
    if (nodeFields.some(field => other[field] !== was[field])) {
      const [here, there] = mine ? ['changed', 'deleted'] : ['deleted', 'changed'];
      conflicts.push({ name: was.name, field: 'existence', mine: here, theirs: there });
      return other;
    }
    return undefined;
  }
  const merged: Record<string, unknown> = { ...theirs };
  for (const field of nodeFields) {
    merged[field] = mergeField({ was: was[field], mine: mine[field], theirs: theirs[field] }, () =>
      conflicts.push({ name: was.name, field, mine: mine[field], theirs: theirs[field] }),
    );
  }
  return merged as unknown as FlatNode;
}

function mergeField({ was, mine, theirs }: Sides<unknown>, onConflict: () => void): unknown {
  if (isSameValue(was, mine) || isSameValue(mine, theirs)) return theirs;
  if (!isSameValue(was, theirs)) onConflict();
  return mine;
}

function mergePoints(
  { base, edited, current }: Record<'base' | 'edited' | 'current', FlatTree>,
  nodes: FlatTree['nodes'],
  conflicts: TreeConflict[],
): Map<string, FlatPoint> {
  const points = new Map<string, FlatPoint>();
  for (const mac of new Set([...current.points.keys(), ...edited.points.keys()])) {
    const was = base.points.get(mac);
    const mine = edited.points.get(mac);
    const theirs = current.points.get(mac);
    const merged = mergePoint({ was, mine, theirs }, conflicts);
    if (!merged) continue;
    if (nodes.has(merged.owner)) points.set(mac, merged);
    else if (!(was && theirs && isSamePoint(was, theirs) && (!mine || isSamePoint(was, mine)))) {
      const here = mine?.owner;
      const there = theirs?.owner;
      conflicts.push({ name: pointName(merged), field: 'existence', mine: here, theirs: there });
    }
  }
  return points;
}

function mergePoint(
  { was, mine, theirs }: Sides<FlatPoint>,
  conflicts: TreeConflict[],
): FlatPoint | undefined {
  if (!theirs) {
    if (!was || !mine) return mine;
    if (isSamePoint(was, mine)) return undefined;
    conflicts.push({ name: pointName(was), field: 'existence', mine: 'changed', theirs: 'deleted' });
    return mine;
  }
  if (!mine) return theirs;
  const conflictIn = (field: string, one: unknown, other: unknown) => () =>
    conflicts.push({ name: pointName(theirs), field, mine: one, theirs: other });
  const fields: Record<string, unknown> = { ...theirs.fields };
  // A field that the edit leaves out keeps its value: an overwrite cannot empty it.
  for (const [field, value] of Object.entries(mine.fields)) {
    const sides = { was: was?.fields[field], mine: value, theirs: theirs.fields[field] };
    fields[field] = was ? mergeField(sides, conflictIn(field, value, theirs.fields[field])) : value;
  }
  const owners = { was: was?.owner, mine: mine.owner, theirs: theirs.owner };
  const owner = was ? mergeField(owners, conflictIn('parent', mine.owner, theirs.owner)) : mine.owner;
  return { mac: theirs.mac, owner: String(owner), fields };
}

/** Nodes that hang on what is gone, or on each other. */
function hangingConflicts(desired: FlatTree, base: FlatTree, current: FlatTree): TreeConflict[] {
  const reached = new Set(inOrder(desired).map(({ id }) => id));
  const lost = [...desired.nodes.values()].filter(({ id }) => !reached.has(id));
  const first = lost.filter(({ parent }) => !parent || !lost.some(({ id }) => id === parent));
  return (first.length > 0 ? first : lost.slice(0, 1)).map(node => {
    const above =
      node.parent === undefined ? undefined : (base.nodes.get(node.parent) ?? current.nodes.get(node.parent));
    const isMine = !current.nodes.has(node.id);
    const [mine, theirs] = isMine ? [node.name, 'deleted'] : ['deleted', node.name];
    return { name: above?.name ?? node.name, field: 'existence', mine, theirs };
  });
}

/**
 * A tree in which new nodes go by the uuids of another tree's: those with the same name, type and domain type below the
 * same node (contract 001, Overwrite request, rule 3), each once, and none that the tree has already.
 * @param known nodes of the other tree that cannot be meant
 */
export function withUuidsOf(
  other: FlatTree,
  tree: FlatTree,
  known: ReadonlyMap<string, FlatNode> = new Map(),
): FlatTree {
  const theirs = childrenOf(other);
  const ids = new Map<string, string>();
  const taken = new Set([...known.keys(), ...tree.nodes.keys()]);
  for (const node of inOrder(tree)) {
    if (node.uuid !== undefined || node.parent === undefined) continue;
    const siblings = theirs.get(ids.get(node.parent) ?? node.parent) ?? [];
    const twin = siblings.find(at => !taken.has(at.id) && matchKey(at) === matchKey(node));
    if (!twin) continue;
    ids.set(node.id, twin.id);
    taken.add(twin.id);
  }
  return ids.size === 0 ? tree : renameIds(tree, ids);
}

/** A tree in which nodes go by other ids, which are their uuids. */
function renameIds(tree: FlatTree, ids: ReadonlyMap<string, string>): FlatTree {
  const to = (id: string) => ids.get(id) ?? id;
  const nodes = [...tree.nodes.values()].map(node => ({
    ...node,
    id: to(node.id),
    uuid: ids.get(node.id) ?? node.uuid,
    parent: node.parent === undefined ? undefined : to(node.parent),
  }));
  const points = [...tree.points].map(([mac, point]) => [mac, { ...point, owner: to(point.owner) }] as const);
  return { top: to(tree.top), nodes: new Map(nodes.map(node => [node.id, node])), points: new Map(points) };
}

const isSamePoint = (one: FlatPoint, other: FlatPoint): boolean =>
  one.owner === other.owner && isSameValue(one.fields, other.fields);

/** What people call an access point. */
export const pointName = ({ fields, mac }: FlatPoint): string => String(fields['name'] ?? mac);
