import * as vscode from 'vscode';
import { isApiError } from '../api/apiError.js';
import type { Connections } from '../connections/connection.js';
import { Scheme } from '../ids.js';
import type { SensorIndex } from '../model/sensors/sensorIndex.js';
import type { DocumentTable } from './documents/documentKind.js';
import type { RecordFileSystem } from './documents/recordFileSystem.js';

/** What following the tree needs. */
export interface TreeFollower {
  readonly connections: Connections;
  readonly table: DocumentTable;
  readonly files: RecordFileSystem;
}

/**
 * Shows in open documents what changed elsewhere, once the tree was read again. The tree only tells which documents to
 * look at: each is read by itself, because the tree may be older than the last save.
 */
export async function followTree(
  parts: TreeFollower,
  connectionId: string,
  tree: SensorIndex,
): Promise<void> {
  const open = vscode.workspace.textDocuments.filter(
    ({ uri }) => uri.scheme === Scheme.record && uri.authority === connectionId,
  );
  for (const document of open) {
    const textIn = parts.table.find(document.uri)?.textIn;
    if (textIn) await followDocument(parts, document, textIn(document.uri, tree));
  }
}

/**
 * Shows in an open document what the manager has, unless it shows that already or has unsaved changes; a record that is
 * gone is marked.
 * @param known the text as far as it is known without asking; undefined when the record seems to be gone
 */
export async function followDocument(
  { connections, table, files }: TreeFollower,
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
