import * as vscode from 'vscode';
import { Scheme } from '../ids.js';
import { inventoryType, type InventoryType } from '../model/inventory/inventoryTypes.js';
import { parseRecordPath, recordPath } from '../model/recordRef.js';
import { isRecordId } from '../model/inventory/references.js';
import type { ReferenceLists } from './references/referenceLists.js';
import { valuePlaces } from './references/referencePlaces.js';

/** The ids in a document as links to their records; those that point nowhere are none. */
export function referenceLinks(document: vscode.TextDocument, lists: ReferenceLists): vscode.DocumentLink[] {
  const { authority } = document.uri;
  return valuePlaces(document).flatMap(({ role, value, range }) => {
    if (role.kind !== 'reference' || !isRecordId(value)) return [];
    const list = lists.get(authority, role.to);
    if (list && !list.find(value)) return [];
    const name = list?.name(value) ?? inventoryType(role.to).singular;
    const link = new vscode.DocumentLink(range, recordUri(authority, { type: role.to, id: value }, name));
    link.tooltip = vscode.l10n.t('Open the record');
    return [link];
  });
}

/** The address of a record; of its open document, whatever name that carries. */
export function recordUri(
  connectionId: string,
  ref: { readonly type: InventoryType; readonly id: number },
  name: string,
): vscode.Uri {
  const open = vscode.workspace.textDocuments.find(({ uri }) => {
    const other = uri.scheme === Scheme.record && uri.authority === connectionId && parseRecordPath(uri.path);
    return other && other.type === ref.type && other.id === ref.id;
  });
  if (open) return open.uri;
  return vscode.Uri.from({ scheme: Scheme.record, authority: connectionId, path: recordPath(ref, name) });
}
