import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import type { Connection, Connections } from '../../connections/connection.js';
import { joined, quoted, shown, type Inert } from '../../words/inert.js';
import { partLabel, partWords, type CountedList } from '../../words/partWords.js';
import type { ErrorNode, ExplorerNode, PartNode, UnreadNode } from '../explorerNode.js';
import { toConnectionNode } from '../explorerTree.js';
import { errorNode, signedOutNode, staleNodes } from '../placeholders.js';
import { errorItem, partItem, unreadItem } from '../treeItem.js';
import type { DownLists } from './downLists.js';
import type { SensorTrees } from './sensorTrees.js';

/** Says of managers that it is not known, or not in full, what is down there. */
export type UnknownNode = ErrorNode | PartNode | UnreadNode;

/** What tells what is down. */
export interface DownSources {
  readonly connections: Connections;
  readonly trees: SensorTrees;
  readonly lists: DownLists;
}

/** The managers of which nobody knows yet what is down there, and nothing says why. */
export const unreadManagers = ({ connections, trees, lists }: DownSources): readonly Connection[] =>
  connections.all.filter(
    ({ id, isSignedOut }) => !isSignedOut && !trees.get(id) && !lists.get(id) && !lists.failure(id),
  );

/** Whether something is unknown that does not become known in a moment. */
export function isUnknown(sources: DownSources): boolean {
  const { connections, trees, lists } = sources;
  if ((lists.isSlow || !lists.isByItself) && unreadManagers(sources).length > 0) return true;
  return connections.all.some(
    ({ id, isSignedOut }) =>
      isSignedOut === true ||
      lists.failure(id) !== undefined ||
      (trees.stale(id) ?? lists.stale(id) ?? lists.missing(id)) !== undefined,
  );
}

/** What is not known of what is down, a row for each reason. */
export async function unknownNodes(sources: DownSources): Promise<UnknownNode[]> {
  const { connections, lists } = sources;
  const unread = unreadManagers(sources).map(({ id }) => id);
  const [first] = unread;
  const waiting: UnreadNode[] =
    first === undefined
      ? []
      : [
          {
            kind: 'unread',
            itemId: 'down/unread',
            connectionId: first,
            connectionIds: unread,
            isBeingRead: unread.some(id => lists.isBeingRead(id)),
          },
        ];
  const others = await Promise.all(connections.all.map(connection => nodesOf(sources, connection)));
  return [...waiting, ...others.flat()];
}

/** A row for what is not known; a click does what helps. */
export function unknownItem(node: UnknownNode, connections: Connections): vscode.TreeItem {
  if (node.kind === 'error') return errorItem(node);
  if (node.kind === 'part') return partItem(node);
  const [first = ''] = node.connectionIds;
  return unreadItem(node, connections.get(first)?.name ?? first);
}

async function nodesOf(sources: DownSources, connection: Connection): Promise<UnknownNode[]> {
  const { connections, trees, lists } = sources;
  const { id, isSignedOut } = connection;
  const parent = toConnectionNode(connection);
  const named = (words: Inert) =>
    connections.all.length > 1 ? shown`${quoted(connection.name)}: ${words}` : words;
  const error = <Node extends ErrorNode>(node: Node) => ({ ...node, message: named(node.message) });
  if (isSignedOut) return [error(signedOutNode(parent))];
  const failure = trees.get(id) ? undefined : lists.failure(id);
  if (failure !== undefined) return [error(await errorNode(connections, parent, failure))];
  const stale = await staleNodes(connections, parent, trees.stale(id) ?? lists.stale(id));
  return [...stale.map(error), ...partNodes(parent, lists.missing(id), named)];
}

function partNodes(
  parent: ExplorerNode,
  list: CountedList | undefined,
  named: (words: Inert) => Inert,
): PartNode[] {
  if (!list) return [];
  const { itemId, connectionId } = parent;
  const label = named(joined([partLabel(list)]));
  const message = joined([partWords(list, l10n.t('entries'))]);
  const { unread } = list;
  return [{ kind: 'part', itemId: `${itemId}/down/part`, connectionId, parent, label, message, unread }];
}
