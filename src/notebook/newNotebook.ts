import * as vscode from 'vscode';
import type { Connections } from '../connections/connection.js';
import { Notebook } from '../ids.js';
import { starterNotebook } from '../model/starterNotebook.js';
import { toNotebookData } from './notebookData.js';

/** Opens an unsaved notebook with one query over the last hour, bound to the connection if there is only one. */
export async function newNotebook(connections: Connections): Promise<void> {
  const [only, ...others] = connections.all;
  const connection = others.length === 0 ? only?.id : undefined;
  const notebook = await vscode.workspace.openNotebookDocument(
    Notebook.type,
    toNotebookData(starterNotebook(connection)),
  );
  await vscode.window.showNotebookDocument(notebook);
}
