import * as vscode from 'vscode';
import { isQueryNotebook, notebookRange, notebookZone } from './notebookMetadata.js';
import { activeNotebook } from './openNotebooks.js';

/** The query notebook in front, else one that can be seen, else one that is open. */
export function nearestNotebook(): vscode.NotebookDocument | undefined {
  const shown = vscode.window.visibleNotebookEditors.map(({ notebook }) => notebook).find(isQueryNotebook);
  return activeNotebook() ?? shown ?? vscode.workspace.notebookDocuments.find(isQueryNotebook);
}

/** The time that this notebook looks at; undefined without any. */
export function shownRange(): { readonly range: string; readonly zone: string } | undefined {
  const notebook = nearestNotebook();
  return notebook && { range: notebookRange(notebook), zone: notebookZone(notebook) };
}
