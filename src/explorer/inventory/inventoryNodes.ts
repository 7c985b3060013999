import * as l10n from '@vscode/l10n';
import {
  inventoryType,
  inventoryTypeNames,
  type InventoryType,
} from 'netsensor-contract/inventory/inventoryTypes';
import type { InventoryRecord } from 'netsensor-contract/inventory/inventoryRecord';
import {
  matchingRecords,
  sortedRecords,
  type RecordList,
  type RecordOrder,
} from '../../model/inventory/recordList.js';
import { colourField } from 'netsensor-contract/inventory/references';
import { joined, shown as numbered, type Inert } from '../../words/inert.js';
import { recordDetail, recordTitle, titledPath, type NameOf } from '../../words/recordDetail.js';
import type {
  FolderNode,
  InventoryGroupNode,
  InventoryTypeNode,
  RecordNode,
  RecordParent,
  RecordRangeNode,
} from '../explorerNode.js';
import { longestRow, rangesOf } from '../sensors/sensorNodes.js';
import { recordUri } from '../../ui/recordUri.js';

/** The records of a type as the view shows them. */
export interface ShownRecords {
  readonly list: RecordList;
  readonly order: RecordOrder;
  /** The ids that a filter lets through; undefined without a filter. */
  readonly shown: ReadonlySet<number> | undefined;
  /** The names of records of other types, as far as they are known. */
  readonly nameOf: NameOf;
}

/** Types that belong together; the others stand below them. */
const inventoryGroups = (): readonly { label: Inert; icon: string; types: readonly InventoryType[] }[] => [
  {
    label: l10n.t('Rack space'),
    icon: 'layout',
    types: ['racks', 'rack_reservations', 'rack_types', 'rack_roles'],
  },
  { label: l10n.t('Power'), icon: 'plug', types: ['power_panels', 'power_feeds'] },
  {
    label: l10n.t('People'),
    icon: 'account',
    types: ['contacts', 'contact_groups', 'contact_roles'],
  },
  { label: l10n.t('Wireless'), icon: 'rss', types: ['wireless_lans', 'wireless_lan_groups'] },
];

/** The 14 inventory types, each below its group. */
export function inventoryTypeNodes(folder: FolderNode): InventoryTypeNode[] {
  const { itemId, connectionId } = folder;
  const nodeOf = (type: InventoryType, parent: InventoryTypeNode['parent']): InventoryTypeNode => {
    const { plural, description, icon } = inventoryType(type);
    const label = l10n.t(plural);
    const sentence = l10n.t(description);
    return {
      kind: 'inventoryType',
      itemId: `${itemId}/${type}`,
      connectionId,
      parent,
      type,
      icon,
      label,
      description: sentence,
    };
  };
  const grouped = inventoryGroups().flatMap(({ label, icon, types }) => {
    const group: InventoryGroupNode = {
      kind: 'inventoryGroup',
      itemId: `${itemId}/${types[0]} group`,
      connectionId,
      parent: folder,
      types,
      label,
      icon,
    };
    return types.map(type => nodeOf(type, group));
  });
  const others = inventoryTypeNames.filter(type => !grouped.some(node => node.type === type));
  return [...grouped, ...others.map(type => nodeOf(type, folder))];
}

/** What stands below a type, a record or a range: records, or ranges of them where there are too many. */
export function recordChildren(shown: ShownRecords, parent: RecordParent): (RecordNode | RecordRangeNode)[] {
  const isRange = parent.kind === 'recordRange';
  const row = isRange ? parent.records : rowBelow(shown, parent.kind === 'record' ? parent.recordId : 0);
  if (row.length > longestRow) return ranges(shown, parent, row);
  const nodes = row.map(record => recordNode(shown, parent, record));
  const looks = nodes.map(({ name, detail }) => `${name} ${detail}`);
  return nodes.map((node, at) =>
    looks.indexOf(looks[at] ?? '') === looks.lastIndexOf(looks[at] ?? '')
      ? node
      : { ...node, detail: joined([node.detail, numbered`#${node.recordId}`], ' · ') },
  );
}

/** The node of a record, with the nodes above it as its parents; undefined when it is not shown. */
export function findRecordNode(
  shown: ShownRecords,
  top: InventoryTypeNode,
  id: number,
): RecordNode | undefined {
  const { list } = shown;
  if (!list.find(id)) return undefined;
  const above = list.parent(id);
  let parent: RecordParent | undefined = above === 0 ? top : findRecordNode(shown, top, above);
  while (parent) {
    const children = recordChildren(shown, parent);
    const found = children.find(node => node.kind === 'record' && node.recordId === id);
    if (found?.kind === 'record') return found;
    parent = children.find(
      (node): node is RecordRangeNode =>
        node.kind === 'recordRange' && node.records.some(record => record.id === id),
    );
  }
  return undefined;
}

/** The ids of the records that hold all words in their fields or in what is shown of them, such as the name of their rack. */
export const recordsShowing = (list: RecordList, words: string, nameOf: NameOf): ReadonlySet<number> =>
  matchingRecords(list, words, record => [
    recordTitle(list.type, record, nameOf),
    recordDetail(list.type, record, nameOf),
  ]);

/** The ids that a filter shows: those that match and everything above them. */
export function withAncestors(list: RecordList, matches: ReadonlySet<number>): ReadonlySet<number> {
  const shown = new Set<number>();
  for (const match of matches)
    for (let id = match; id !== 0 && !shown.has(id); id = list.parent(id)) shown.add(id);
  return shown;
}

function rowBelow({ list, order, shown, nameOf }: ShownRecords, id: number): readonly InventoryRecord[] {
  const children = list.children(id);
  return sortedRecords(
    list.type,
    shown ? children.filter(child => shown.has(child.id)) : children,
    order,
    record => recordTitle(list.type, record, nameOf),
  );
}

function recordNode(shown: ShownRecords, parent: RecordParent, record: InventoryRecord): RecordNode {
  const { list } = shown;
  const { type } = list;
  const { connectionId } = parent;
  const name = recordTitle(type, record, shown.nameOf);
  const field = colourField(type);
  const colour = field === undefined ? undefined : record[field];
  return {
    kind: 'record',
    itemId: `${connectionId}/inventory/${type}/${record.id}`,
    connectionId,
    type,
    recordId: record.id,
    record,
    name,
    detail: recordDetail(type, record, shown.nameOf),
    icon: inventoryType(type).icon,
    uri: recordUri(connectionId, titledPath(type, record, shown.nameOf)),
    parent,
    colour: typeof colour === 'string' && /^#?[0-9a-f]{6}$/i.test(colour) ? colour.slice(-6) : undefined,
    hasChildren: list.children(record.id).some(child => shown.shown?.has(child.id) ?? true),
    isInRing: list.isInRing(record.id),
  };
}

function ranges(
  { nameOf }: ShownRecords,
  parent: RecordParent,
  row: readonly InventoryRecord[],
): RecordRangeNode[] {
  const { type, connectionId } = parent;
  const first = parent.kind === 'recordRange' ? parent.from : 0;
  const nameAt = (record: InventoryRecord | undefined) => (record ? recordTitle(type, record, nameOf) : '');
  return rangesOf(first, first + row.length).map(({ start: from, end, size }): RecordRangeNode => {
    const records = row.slice(from - first, end - first);
    return {
      kind: 'recordRange',
      itemId: `${parent.itemId}/${from}+${size}`,
      connectionId,
      type,
      parent,
      records,
      from,
      names: [nameAt(records[0]), nameAt(records.at(-1))],
    };
  });
}
