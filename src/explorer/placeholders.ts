import * as l10n from '@vscode/l10n';
import { lowerFirst } from 'netsensor-contract/text/plainText';
import { recordsIn, unreadIn } from 'netsensor-contract/sensors/nodeRecord';
import { inert, type Inert } from '../words/inert.js';
import { momentWords } from '../words/locale.js';
import { entriesOf, partLabel, partWords, type CountedList } from '../words/partWords.js';
import type {
  ExplorerNode,
  PartNode,
  RangeNode,
  RecordParent,
  SensorNode,
  EmptyNode,
  ErrorNode,
} from './explorerNode.js';
import type { SensorIndex } from '../model/sensors/sensorIndex.js';
import type { InventoryLists } from './inventory/inventoryLists.js';
import type { Connections } from '../connections/connection.js';
import { errorWords } from '../ui/listeners.js';
import type { Stale } from '../words/staleWords.js';

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
  return partNodes(node, { rows, unread }, l10n.t('entries'));
}

/** What is missing of a tree in which a filter finds nothing: what it looks for may be among that. */
export const partOfTree = (node: ExplorerNode, tree: SensorIndex): PartNode[] =>
  partNodes(node, entriesOf(tree), l10n.t('entries'));

function partNodes(parent: ExplorerNode, list: CountedList, words: Inert): PartNode[] {
  const label = partLabel(list);
  const message = partWords(list, words);
  if (!label || !message) return [];
  return [{ ...childOf(parent, 'part'), kind: 'part', parent, label, message, unread: list.unread }];
}

/** Stands in place of children that could not be read, and says why. */
export async function errorNode(
  connections: Connections,
  parent: ExplorerNode,
  error: unknown,
): Promise<ErrorNode> {
  const { remedyFor } = await import('../words/remedies.js');
  const remedy = remedyFor(error, connections.get(parent.connectionId)) ?? 'none';
  return { ...childOf(parent, 'error'), kind: 'error', parent, remedy, message: await errorWords(error) };
}

/** Stands below a connection without a key. */
export const signedOutNode = (parent: ExplorerNode): ErrorNode => ({
  ...childOf(parent, 'error'),
  kind: 'error',
  parent,
  remedy: 'key',
  message: l10n.t('Enter API key'),
});

/** Stands above children that could not be read again, and says how old they are. */
export async function staleNodes(
  connections: Connections,
  parent: ExplorerNode,
  stale: Stale | undefined,
): Promise<ErrorNode[]> {
  if (!stale) return [];
  const node = await errorNode(connections, parent, stale.error);
  return [{ ...node, message: l10n.t('As of {0}. {1}', momentWords(stale.readAt), node.message) }];
}

/** Says that there is nothing below a node, or not all yet. */
export const emptyNode = (
  parent: ExplorerNode,
  why: Pick<EmptyNode, 'isFiltered' | 'arrived'>,
): EmptyNode => ({ ...childOf(parent, 'empty'), kind: 'empty', ...why });

const childOf = ({ itemId, connectionId }: ExplorerNode, name: string) => ({
  itemId: `${itemId}/${name}`,
  connectionId,
});
