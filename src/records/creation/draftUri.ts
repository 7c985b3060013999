import * as vscode from 'vscode';
import { textTabs } from '../documents/documentSnapshots.js';
import { recordUri } from '../../ui/recordUri.js';

/**
 * The first address of its kind that no draft has which is open, or was closed and is still in memory: that one may have
 * become a record already. `address` makes one from what the tab says.
 */
export function freeDraftUri(
  connectionId: string,
  title: string,
  address: (title: string) => { path: string; query: string },
): vscode.Uri {
  const open = new Set([
    ...vscode.workspace.textDocuments.map(({ uri }) => uri.path),
    ...textTabs().map(({ uri }) => uri.path),
  ]);
  for (let number = 1; ; number += 1) {
    const { path, query } = address(`${title}${number === 1 ? '' : ` ${number}`}`);
    if (!open.has(path)) return recordUri(connectionId, path, query);
  }
}
