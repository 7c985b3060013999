import * as vscode from 'vscode';
import { Notebook } from '../ids.js';
import { editNotebook } from '../ui/editDocument.js';
import { requireNotebook } from './openNotebooks.js';

/** A query cell to be. */
export interface NewQuery {
  readonly text: string;
  /** What the file of the notebook holds of it besides. */
  readonly metadata?: Readonly<Record<string, unknown>>;
}

/** Puts query cells before the cell that is at a place now. */
export const insertQueries = (
  notebook: vscode.NotebookDocument,
  index: number,
  queries: readonly NewQuery[],
): Promise<void> =>
  editNotebook(notebook, () =>
    vscode.NotebookEdit.insertCells(
      index,
      queries.map(({ text, metadata }) => {
        const data = new vscode.NotebookCellData(vscode.NotebookCellKind.Code, text, Notebook.language);
        if (metadata) data.metadata = { ...metadata };
        return data;
      }),
    ),
  );

/** Puts a query cell below the selected one. */
export async function insertQuery(notebook: vscode.NotebookDocument, ...texts: string[]): Promise<void> {
  const editor = vscode.window.activeNotebookEditor;
  const isShown = editor?.notebook === notebook && notebook.cellCount > 0;
  const index = isShown ? Math.min(editor.selection.end, notebook.cellCount) : notebook.cellCount;
  await insertQueries(
    notebook,
    index,
    texts.map(text => ({ text })),
  );
}

/**
 * Makes one cell of the selected ones, or of one and the next, as Jupyter does: VS Code has a command for each.
 * @throws {Error} with a sentence when no query notebook has the focus
 */
export async function joinCells(): Promise<void> {
  const notebook = requireNotebook();
  const selected = vscode.window.activeNotebookEditor?.selections ?? [];
  const cells = selected.flatMap(range => notebook.getCells(range));
  const command = cells.length > 1 ? 'notebook.cell.joinSelected' : 'notebook.cell.joinBelow';
  await vscode.commands.executeCommand(command);
}
