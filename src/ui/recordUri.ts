import * as vscode from 'vscode';
import { Scheme } from '../ids.js';
import type { RecordTarget } from '../model/inventory/inventoryRecord.js';
import { recordPath } from '../model/inventory/inventoryRecord.js';

/** The address of a document of a connection, which the record file system reads and saves. */
export const recordUri = (connectionId: string, path: string, query = ''): vscode.Uri =>
  vscode.Uri.from({ scheme: Scheme.record, authority: connectionId, path, query });

/** The address of an inventory record. */
export const inventoryUri = ({
  connectionId,
  type,
  recordId,
  name,
}: Omit<RecordTarget, 'kind'>): vscode.Uri =>
  recordUri(connectionId, recordPath({ type, id: recordId }, name));

/** That of what a command was called on: a record of the tree, a document, or the editor in front. */
export function clickedUri(clicked: RecordTarget | vscode.Uri | undefined): vscode.Uri | undefined {
  if (!clicked) return vscode.window.activeTextEditor?.document.uri;
  return 'kind' in clicked ? inventoryUri(clicked) : clicked;
}
