import * as vscode from 'vscode';
import type { ListAnswer } from '../model/listAnswer.js';
import { lowerFirst } from '../model/lowerFirst.js';
import { recordsIn, unreadIn } from '../model/sensors/nodeRecord.js';
import { inert, type Inert } from '../ui/inert.js';
import { partLabel, partWords } from '../words/partWords.js';
import type { ExplorerNode, PartNode, RangeNode, RecordParent, SensorNode } from './explorerNode.js';
import type { InventoryLists } from './inventory/inventoryLists.js';

/** What is missing of a list that was read: it stands below its type, whatever is filtered. */
export function partOfList(lists: InventoryLists, node: RecordParent): PartNode[] {
  const list = node.kind === 'inventoryType' && lists.get(node.connectionId, node.type);
  if (!list) return [];
  return partNodes(node, { rows: list.records, ...list.remainder }, inert(lowerFirst(node.label)));
}

/** What is missing below a sensor, and not below the ranges of its children. */
export function partOfSensor(node: SensorNode | RangeNode): PartNode[] {
  if (node.kind === 'range') return [];
  const record = node.index.record(node.number);
  const unread = unreadIn(record);
  if (unread.length === 0) return [];
  const rows = [...recordsIn(record.children), ...recordsIn(record.access_points)];
  return partNodes(node, { rows, unread }, vscode.l10n.t('entries'));
}

function partNodes(parent: ExplorerNode, list: ListAnswer<unknown>, words: Inert): PartNode[] {
  const { connectionId, itemId } = parent;
  const [label, message] = [partLabel(list), partWords(list, words)];
  if (!label || !message) return [];
  return [
    { kind: 'part', itemId: `${itemId}/part`, connectionId, parent, label, message, unread: list.unread },
  ];
}
