import * as vscode from 'vscode';
import { isApiError } from '../api/apiError.js';
import type { Connections } from '../connections/connection.js';
import { describeError } from '../ui/describeError.js';
import { SignedOutError } from '../ui/signedOutError.js';
import { momentWords } from '../ui/timeWords.js';
import type { EmptyNode, ErrorNode, ExplorerNode } from './explorerNode.js';
import type { Stale } from './readCache.js';

/** Stands in place of children that could not be read, and says why. */
export function errorNode(connections: Connections, parent: ExplorerNode, error: unknown): ErrorNode {
  const hasStoredKey = connections.get(parent.connectionId)?.source === 'saved';
  const needsKey = error instanceof SignedOutError || isApiError(error, 'unauthorized');
  const remedy = needsKey && hasStoredKey ? 'key' : isApiError(error, 'tls') ? 'certificate' : 'none';
  return { ...childOf(parent, 'error'), kind: 'error', parent, remedy, message: describeError(error) };
}

/** Stands above children that could not be read again, and says how old they are. */
export function staleNodes(
  connections: Connections,
  parent: ExplorerNode,
  stale: Stale | undefined,
): ErrorNode[] {
  if (!stale) return [];
  const node = errorNode(connections, parent, stale.error);
  return [{ ...node, message: vscode.l10n.t('As of {0}. {1}', momentWords(stale.readAt), node.message) }];
}

/** Says that there is nothing below a node. */
export const emptyNode = (parent: ExplorerNode, isFiltered: boolean): EmptyNode => ({
  ...childOf(parent, 'empty'),
  kind: 'empty',
  isFiltered,
});

const childOf = ({ itemId, connectionId }: ExplorerNode, name: string) => ({
  itemId: `${itemId}/${name}`,
  connectionId,
});
