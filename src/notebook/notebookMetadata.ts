import * as vscode from 'vscode';
import { Notebook } from '../ids.js';
import { SentenceError } from '../ui/sentenceError.js';

type Fields = Readonly<Record<string, unknown>>;

/** Whether a notebook holds queries. */
export const isQueryNotebook = (notebook: vscode.NotebookDocument): boolean =>
  notebook.notebookType === Notebook.type;

/** The query notebook that has the focus. */
export function activeNotebook(): vscode.NotebookDocument | undefined {
  const notebook = vscode.window.activeNotebookEditor?.notebook;
  return notebook && isQueryNotebook(notebook) ? notebook : undefined;
}

/** @throws {Error} with a sentence when no query notebook has the focus */
export function requireNotebook(): vscode.NotebookDocument {
  const notebook = activeNotebook();
  if (!notebook) throw new SentenceError(vscode.l10n.t('Open a query notebook first.'));
  return notebook;
}

/**
 * The query cell that a command is about: the one it was clicked on, else the selected one.
 * @throws {Error} with a sentence when there is none
 */
export function requireCell(clicked: vscode.NotebookCell | undefined): vscode.NotebookCell {
  const editor = vscode.window.activeNotebookEditor;
  const cell = clicked ?? editor?.notebook.getCells(editor.selections[0])[0];
  if (!cell || !isQueryNotebook(cell.notebook) || cell.kind !== vscode.NotebookCellKind.Code) {
    throw new SentenceError(vscode.l10n.t('Select a query cell first.'));
  }
  return cell;
}

/**
 * Changes fields of a notebook that are stored in its file; undefined removes one. VS Code merges what extensions see of
 * the metadata with what it was before, so a field that is gone is null here and left out of the file.
 */
export async function updateNotebook(notebook: vscode.NotebookDocument, changes: Fields): Promise<void> {
  const nulls = Object.entries(changes).map(([field, value]) => [field, value ?? null] as const);
  const metadata = changed(notebook.metadata, Object.fromEntries(nulls));
  await apply(notebook, vscode.NotebookEdit.updateNotebookMetadata(metadata));
}

/** Changes fields of a cell that are stored in the notebook's file; undefined removes one. */
export async function updateCell(cell: vscode.NotebookCell, changes: Fields): Promise<void> {
  const metadata = changed(cell.metadata, changes);
  await apply(cell.notebook, vscode.NotebookEdit.updateCellMetadata(cell.index, metadata));
}

async function apply(notebook: vscode.NotebookDocument, edit: vscode.NotebookEdit): Promise<void> {
  if (notebook.isClosed) return;
  const edits = new vscode.WorkspaceEdit();
  edits.set(notebook.uri, [edit]);
  await vscode.workspace.applyEdit(edits);
}

function changed(metadata: Fields, changes: Fields): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries({ ...metadata, ...changes }).filter(([, value]) => value !== undefined),
  );
}
