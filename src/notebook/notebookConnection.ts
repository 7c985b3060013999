import type * as vscode from 'vscode';
import { updateNotebook } from './notebookMetadata.js';

const field = 'connection';

/** Id of the connection that a notebook names in its metadata. */
export function namedConnection(notebook: vscode.NotebookDocument): string | undefined {
  const id: unknown = notebook.metadata[field];
  return typeof id === 'string' && id !== '' ? id : undefined;
}

/** Writes a connection into a notebook's metadata, so that it travels with the notebook. */
export async function nameConnection(notebook: vscode.NotebookDocument, id: string): Promise<void> {
  if (notebook.isClosed || namedConnection(notebook) === id) return;
  await updateNotebook(notebook, { [field]: id });
}
