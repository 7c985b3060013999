import type * as vscode from 'vscode';
import { isApiError } from '../../api/apiError.js';
import type { Connections } from '../../connections/connection.js';
import type { SensorIndex } from '../../model/sensors/sensorIndex.js';
import type { DocumentTable } from '../documentTable.js';
import type { RecordFileSystem, RecordSaved } from './recordFileSystem.js';
import type { InventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import { parseRecordPath } from 'netsensor-contract/inventory/inventoryRecord';
import { printRecord, parseRecord } from '../../model/inventory/recordText.js';
import { recordDocuments } from '../../ui/recordUri.js';
import type { RecordLists } from '../recordsOptions.js';

/** What following the tree needs. */
export interface Refreshing {
  readonly connections: Connections;
  readonly table: DocumentTable;
  readonly files: RecordFileSystem;
}

/**
 * Shows in open documents what changed elsewhere, once the tree was read again. The tree only tells which documents to
 * look at: each is read by itself, because the tree may be older than the last save.
 */
export async function refreshFromTree(
  parts: Refreshing,
  connectionId: string,
  tree: SensorIndex,
): Promise<void> {
  for (const document of recordDocuments(connectionId)) {
    const { uri, isDirty } = document;
    const { textIn, isOutdated } = parts.table.find(uri) ?? {};
    if (textIn) await refreshDocument(parts, document, textIn(uri, tree));
    else if (!isDirty && isOutdated?.(uri, tree, document.getText()))
      await refreshDocument(parts, document, undefined);
  }
}

/**
 * Shows in an open document what the manager has, unless it shows that already or has unsaved changes; a record that is
 * gone is marked.
 * @param known the text as far as it is known without asking; undefined when the record seems to be gone
 */
export async function refreshDocument(
  { connections, table, files }: Refreshing,
  document: vscode.TextDocument,
  known: string | undefined,
): Promise<void> {
  const { uri } = document;
  if (known !== undefined && (document.isDirty || known === document.getText()))
    return files.showExisting(uri);
  try {
    const stored = await table.find(uri)?.read({ client: await connections.client(uri.authority), uri });
    files.showExisting(uri);
    if (stored !== undefined && !document.isDirty && !document.isClosed) files.show(uri, stored);
  } catch (error) {
    // Any other failure is told by the tree or by the next save.
    if (isApiError(error, 'notFound')) files.showDeleted(uri);
  }
}

/** A list that changed. */
export interface ChangedList {
  readonly connectionId: string;
  readonly type: InventoryType;
  /** The document whose save changed it, which shows it already. */
  readonly savedBy: string | undefined;
}

/**
 * Shows in open documents what changed elsewhere, once the list of their type was read or changed. A list tells which
 * documents to look at: each that differs is read by itself, because the list may be older than the last save.
 */
export async function refreshFromList(
  refreshing: Refreshing,
  lists: RecordLists,
  { connectionId, type, savedBy }: ChangedList,
): Promise<void> {
  const list = lists.get(connectionId, type);
  if (!list) return;
  for (const document of recordDocuments(connectionId)) {
    const ref = parseRecordPath(document.uri.path);
    if (ref?.type !== type || document.uri.toString() === savedBy) continue;
    const record = list.find(ref.id);
    await refreshDocument(refreshing, document, record && printRecord(type, record));
  }
}

/** Puts a saved inventory record into the list of its type, which spares reading the whole list again. */
export function rememberSaved(lists: RecordLists, { uri, receipt }: RecordSaved): void {
  const { authority, path } = receipt.replacedBy ?? uri;
  const ref = parseRecordPath(path);
  if (!ref) return;
  const { storedText, stored = parseRecord(storedText) } = receipt;
  lists.put(authority, ref.type, { ...stored, id: ref.id });
}
