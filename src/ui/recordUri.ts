import * as vscode from 'vscode';
import { Scheme } from '../ids.js';
import {
  parseRecordPath,
  recordPath,
  type InventoryRef,
  type RecordTarget,
} from 'netsensor-contract/inventory/inventoryRecord';

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

/** The documents of a connection that VS Code holds; those of all without one. */
export const recordDocuments = (connectionId?: string): vscode.TextDocument[] =>
  vscode.workspace.textDocuments.filter(
    ({ uri }) => uri.scheme === Scheme.record && uri.authority === (connectionId ?? uri.authority),
  );

/** What a command on records is called on: a record of the tree, a document, or nothing for the editor in front. */
export type ClickedRecord = RecordTarget | vscode.Uri | undefined;

/** The address of what a command was called on. */
export function clickedUri(clicked: ClickedRecord): vscode.Uri | undefined {
  if (!clicked) return vscode.window.activeTextEditor?.document.uri;
  return clicked instanceof vscode.Uri ? clicked : inventoryUri(clicked);
}

/** An inventory record and its document. */
export type AddressedRecord = InventoryRef & { readonly uri: vscode.Uri };

/** The inventory record that a command was called on; undefined when it is something else. */
export function clickedRecord(clicked: ClickedRecord): AddressedRecord | undefined {
  const uri = clickedUri(clicked);
  const ref = uri && parseRecordPath(uri.path);
  return ref && { uri, connectionId: uri.authority, ...ref };
}
