import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { NothingToDoError } from '../words/sentenceErrors.js';
import { isQueryCell, isQueryNotebook } from './notebookMetadata.js';

/** The query notebook that has the focus. */
export function activeNotebook(): vscode.NotebookDocument | undefined {
  const notebook = vscode.window.activeNotebookEditor?.notebook;
  return notebook && isQueryNotebook(notebook) ? notebook : undefined;
}

/** The cell that holds a text. */
export const cellOf = (document: vscode.TextDocument): vscode.NotebookCell | undefined =>
  vscode.workspace.notebookDocuments
    .flatMap(notebook => notebook.getCells())
    .find(cell => cell.document === document);

/** @throws {Error} with a sentence when no query notebook has the focus */
export function requireNotebook(): vscode.NotebookDocument {
  const notebook = activeNotebook();
  if (!notebook) throw new NothingToDoError(l10n.t('Open a query notebook first.'));
  return notebook;
}

/** Runs a task with a signal that aborts when the notebook is closed, which VS Code does not take for a cancellation. */
export async function untilClosed<T>(
  notebook: vscode.NotebookDocument,
  task: (closed: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const listener = vscode.workspace.onDidCloseNotebookDocument(closed => {
    if (closed === notebook) controller.abort();
  });
  try {
    return await task(controller.signal);
  } finally {
    listener.dispose();
  }
}

/** The selected cell of the query notebook that has the focus. */
export function selectedCell(): vscode.NotebookCell | undefined {
  const editor = vscode.window.activeNotebookEditor;
  return activeNotebook() && editor?.notebook.getCells(editor.selections[0])[0];
}

/**
 * The query cell that a command is about: the one it was clicked on, else the selected one.
 * @throws {Error} with a sentence when there is none
 */
export function requireCell(clicked: vscode.NotebookCell | undefined): vscode.NotebookCell {
  const editor = vscode.window.activeNotebookEditor;
  const cell = clicked ?? editor?.notebook.getCells(editor.selections[0])[0];
  if (!cell || !isQueryNotebook(cell.notebook) || !isQueryCell(cell)) {
    throw new NothingToDoError(l10n.t('Select a query cell first.'));
  }
  return cell;
}
