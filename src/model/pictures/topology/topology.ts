import type { MarkTarget } from '../drawing.js';
import type { FoundNodes } from './foundNodes.js';
import { markOf } from '../nodeMarks.js';
import { childGroup, accessPointState, type AccessPointState } from 'netsensor-contract/sensors/nodeRecord';
import type { NodeCounts, SensorIndex } from '../../sensors/sensorIndex.js';

/** Members of one group below a node that are one box until it is opened: from one to, not including, another, by name. */
export interface Fold {
  readonly owner: number;
  readonly group: number;
  readonly from: number;
  readonly to: number;
}

/** What is one box of a topology: a node of the tree by its number, or a fold. */
export type TopologyBox = number | Fold;

/** A box in its place in a topology. */
export interface TopologyBranch {
  readonly box: TopologyBox;
  /** Tells it from the others, also after the tree was read again. */
  readonly key: string;
  /** Where its parent stands in the list; -1 for the top. */
  readonly parent: number;
  readonly depth: number;
  /** Undefined for one with nothing below it. */
  readonly isOpen: boolean | undefined;
}

/** A topology as far as it is open, parents before their children, from top to bottom. */
export interface Topology {
  readonly branches: readonly TopologyBranch[];
  /** Whether something that was opened is shown closed, since no picture holds more. */
  readonly isCut: boolean;
}

/** More members of a group than this are a fold: domains, sensors, access points. */
const mostBeside: Readonly<Record<number, number>> = {
  [childGroup.domain]: 60,
  [childGroup.sensor]: 20,
  [childGroup.accessPoint]: 12,
};
/** Boxes that a fold opens into. */
const mostInFold = 50;
/** Boxes of a topology: more would neither be drawn quickly nor be read. */
const mostBranches = 1_500;
/** Rows that a topology begins with at most. */
const usualRows = 18;

export const isFold = (box: TopologyBox): box is Fold => typeof box === 'object';

/** What a box goes by. */
export function boxKey(tree: SensorIndex, box: TopologyBox): string {
  if (!isFold(box)) return tree.identity(box);
  const { owner, group, from, to } = box;
  return `fold ${group} ${from}-${to} ${tree.identity(owner)}`;
}

/** The nodes of a fold, by name. */
export const foldMembers = (tree: SensorIndex, { owner, group, from, to }: Fold): readonly number[] =>
  tree.members(owner, group).slice(from, to);

/** The boxes right below one. */
export function boxesBelow(tree: SensorIndex, box: TopologyBox): TopologyBox[] {
  if (isFold(box)) return foldParts(tree, box);
  return Object.values(childGroup).flatMap((group): TopologyBox[] => {
    const members = tree.members(box, group);
    if (members.length <= (mostBeside[group] ?? 0)) return [...members];
    return [{ owner: box, group, from: 0, to: members.length }];
  });
}

/** Nodes where these are few, else folds of equal sizes. */
function foldParts(tree: SensorIndex, fold: Fold): TopologyBox[] {
  const { from, to } = fold;
  const count = to - from;
  if (count <= mostInFold) return [...foldMembers(tree, fold)];
  let size = mostInFold;
  while (count / size > mostInFold) size *= mostInFold;
  return Array.from({ length: Math.ceil(count / size) }, (_, part) => ({
    ...fold,
    from: from + part * size,
    to: Math.min(from + (part + 1) * size, to),
  }));
}

interface Growing {
  readonly box: TopologyBox;
  readonly key: string;
  below: readonly Growing[] | undefined;
}

/**
 * The boxes of a topology from a domain down.
 * @param open the keys of those that show what is below them
 * @param ways what alone is shown below a node, by its number: the others show all that they have
 */
export function topologyOf(
  tree: SensorIndex,
  top: number,
  open: ReadonlySet<string>,
  ways?: FoundNodes['ways'],
): Topology {
  const grow = (box: TopologyBox): Growing => ({ box, key: boxKey(tree, box), below: undefined });
  const root = grow(top);
  const waiting = [root];
  let count = 1;
  let isCut = false;
  // Those near the top are opened first.
  for (const growing of waiting) {
    if (!open.has(growing.key)) continue;
    const { box } = growing;
    const below = (isFold(box) ? undefined : ways?.get(box)) ?? boxesBelow(tree, box);
    if (count + below.length > mostBranches) {
      isCut = true;
      continue;
    }
    count += below.length;
    growing.below = below.map(grow);
    waiting.push(...growing.below);
  }
  return { branches: inOrder(tree, root), isCut };
}

function inOrder(tree: SensorIndex, root: Growing): TopologyBranch[] {
  const branches: TopologyBranch[] = [];
  const waiting = [{ growing: root, parent: -1, depth: 0 }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { growing, parent, depth } = next;
    const { box, key, below } = growing;
    const canOpen = isFold(box) || tree.hasChild(box);
    const own = branches.push({ box, key, parent, depth, isOpen: canOpen ? below !== undefined : undefined });
    for (const child of (below ?? []).toReversed())
      waiting.push({ growing: child, parent: own - 1, depth: depth + 1 });
  }
  return branches;
}

/** The keys of what is open until somebody opens or closes something: whole levels, as many as one sees at a glance. */
export function usuallyOpen(tree: SensorIndex, top: number): Set<string> {
  const open = new Set([boxKey(tree, top)]);
  let level = boxesBelow(tree, top);
  let rows = level.length;
  const [only] = level;
  if (level.length === 1 && only !== undefined && isFold(only) && only.to - only.from <= mostInFold)
    open.add(boxKey(tree, only));
  while (level.length > 0) {
    // What a domain says of its access points is enough at first.
    const opened = level.filter(
      box => !isFold(box) && tree.hasChild(box, child => !tree.isAccessPoint(child)),
    );
    const below = opened.map(box => boxesBelow(tree, box));
    rows += below.reduce((sum, boxes) => sum + boxes.length - 1, 0);
    if (rows > usualRows) break;
    for (const box of opened) open.add(boxKey(tree, box));
    level = below.flat();
  }
  return open;
}

/** The keys of what has to be open for a node to be seen; undefined for one that is not below the top. */
export function openTo(tree: SensorIndex, top: number, number: number): string[] | undefined {
  const path: number[] = [];
  for (let above = tree.parent(number); above >= top; above = tree.parent(above)) path.push(above);
  if (number !== top && !path.includes(top)) return undefined;
  const line = [number, ...path.slice(0, path.indexOf(top) + 1)].toReversed();
  return line.slice(0, -1).flatMap((owner, index) => {
    const keys: string[] = [];
    let box: TopologyBox | undefined = owner;
    while (box !== undefined && box !== line[index + 1]) {
      keys.push(boxKey(tree, box));
      box = boxesBelow(tree, box).find(below => holds(tree, below, line[index + 1] ?? -1));
    }
    return keys;
  });
}

const holds = (tree: SensorIndex, box: TopologyBox, number: number): boolean =>
  isFold(box) ? foldMembers(tree, box).includes(number) : box === number;

/** The state of an access point; undefined for anything else. */
export const boxState = (tree: SensorIndex, box: TopologyBox): AccessPointState | undefined =>
  !isFold(box) && tree.isAccessPoint(box) ? accessPointState(tree.record(box)) : undefined;

/** What is below a box, or in it when it is a fold. */
export function boxCounts(tree: SensorIndex, box: TopologyBox): NodeCounts {
  if (!isFold(box)) return tree.counts(box);
  const total = { domains: 0, sensors: 0, accessPoints: 0, down: 0 };
  for (const member of foldMembers(tree, box)) {
    const { domains, sensors, accessPoints, down } = tree.counts(member);
    total.domains += domains + Number(box.group === childGroup.domain);
    total.sensors += sensors + Number(box.group === childGroup.sensor);
    total.accessPoints += accessPoints + Number(box.group === childGroup.accessPoint);
    total.down += down + Number(boxState(tree, member) === 'down');
  }
  return total;
}

/** The traffic of a box; undefined while nobody knows it. @param bytesOf that of a node */
export function boxBytes(
  tree: SensorIndex,
  box: TopologyBox,
  bytesOf: (number: number) => number | undefined,
): number | undefined {
  if (!isFold(box)) return bytesOf(box);
  const known = foldMembers(tree, box).flatMap(member => bytesOf(member) ?? []);
  return known.length === 0 ? undefined : known.reduce((sum, bytes) => sum + bytes, 0);
}

/** The record that a box stands for; undefined for a fold, and for a node that no document can be of. */
export function boxTarget(tree: SensorIndex, box: TopologyBox): MarkTarget | undefined {
  if (isFold(box) || tree.isTwin(box)) return undefined;
  return markOf(tree, box);
}
