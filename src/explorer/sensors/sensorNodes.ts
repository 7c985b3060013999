import {
  childGroup,
  recordDomainType,
  recordMac,
  recordName,
  recordType,
  recordUuid,
} from 'netsensor-contract/sensors/nodeRecord';
import type { SensorIndex } from '../../model/sensors/sensorIndex.js';
import { integerOf } from 'netsensor-contract/text/looseValues';
import type { RangeNode, SensorNode, TreeNode } from '../explorerNode.js';

/** A read tree as the view shows it. */
export interface ShownTree {
  readonly connectionId: string;
  readonly index: SensorIndex;
  /** Whether the filter lets a node through; absent without a filter. */
  readonly isShown?: ((number: number) => boolean) | undefined;
}

/** Most nodes that stand side by side; more are shown in ranges. */
export const longestRow = 200;

/** The node of a record, with everything that commands may ask of it. */
export function treeNode(tree: ShownTree, number: number, parentPath = pathOfParent(tree, number)): TreeNode {
  const { index, connectionId } = tree;
  const record = index.record(number);
  const name = recordName(record);
  const common = {
    itemId: `${connectionId}/sensors/${index.identity(number)}`,
    connectionId,
    index,
    number,
    name,
    path: [...parentPath, index.label(number)],
  };
  const parentUuid = recordUuid(index.record(index.parent(number)));
  if (index.isAccessPoint(number)) {
    const id = integerOf(record.id);
    return {
      ...common,
      kind: 'accessPoint',
      id,
      macAddress: recordMac(record),
      sensorUuid: parentUuid ?? '',
    };
  }
  return {
    ...common,
    kind: 'sensor',
    uuid: recordUuid(record) ?? '',
    sensorKind: index.kind(number),
    type: recordType(record),
    domainType: recordDomainType(record),
    parentUuid,
    isTwin: index.isTwin(number),
  };
}

/** What stands below a node: its children, or ranges of them where there are too many. */
export function childNodes(tree: ShownTree, node: SensorNode | RangeNode): (TreeNode | RangeNode)[] {
  const { number } = node;
  const parentPath = tree.index.path(number);
  const row = (numbers: readonly number[]) => numbers.map(child => treeNode(tree, child, parentPath));
  if (node.kind === 'range') {
    const members = groupMembers(tree, number, node.group);
    const { from, to } = node;
    return to - from <= longestRow ? row(members.slice(from, to)) : ranges(tree, node, { members, from, to });
  }
  return Object.values(childGroup).flatMap((group): (TreeNode | RangeNode)[] => {
    const members = groupMembers(tree, number, group);
    if (members.length <= longestRow) return row(members);
    return ranges(tree, { number, group }, { members, from: 0, to: members.length });
  });
}

/** The node that another one is shown below; undefined for the top domain. */
export function parentNode(tree: ShownTree, node: TreeNode | RangeNode): SensorNode | RangeNode | undefined {
  const isRange = node.kind === 'range';
  const number = isRange ? node.number : tree.index.parent(node.number);
  if (number < 0) return undefined;
  const group = isRange ? node.group : tree.index.group(node.number);
  const members = groupMembers(tree, number, group);
  const position = isRange ? node.from : members.indexOf(node.number);
  const size = isRange ? node.to - node.from : 0;
  let parent: RangeNode | undefined;
  let from = 0;
  let to = members.length;
  while (to - from > longestRow) {
    const inner = ranges(tree, { number, group }, { members, from, to }).find(
      range => range.from <= position && position < range.to,
    );
    if (!inner || inner.to - inner.from <= size) break;
    parent = inner;
    ({ from, to } = inner);
  }
  return parent ?? (treeNode(tree, number) as SensorNode);
}

function ranges(
  { connectionId, index }: ShownTree,
  { number, group }: Pick<RangeNode, 'number' | 'group'>,
  { members, from, to }: { members: readonly number[]; from: number; to: number },
): RangeNode[] {
  return rangesOf(from, to).map(({ start, end, size }): RangeNode => ({
    kind: 'range',
    itemId: `${connectionId}/sensors/${index.identity(number)}/${group} ${start}+${size}`,
    connectionId,
    index,
    number,
    group,
    from: start,
    to: end,
    names: [index.label(members[start] ?? -1), index.label(members[end - 1] ?? -1)],
  }));
}

/** Ranges of equal size for a row that is too long, at most as many as a row may be long. */
export function rangesOf(from: number, to: number) {
  let size = longestRow;
  while ((to - from) / size > longestRow) size *= longestRow;
  return Array.from({ length: Math.ceil((to - from) / size) }, (_, at) => {
    const start = from + at * size;
    return { start, end: Math.min(start + size, to), size };
  });
}

/** The shown children of one group, by name. */
function groupMembers({ index, isShown }: ShownTree, number: number, group: number): readonly number[] {
  const members = index.members(number, group);
  return isShown ? members.filter(isShown) : members;
}

function pathOfParent({ index }: ShownTree, number: number): string[] {
  const parent = index.parent(number);
  return parent < 0 ? [] : index.path(parent);
}
