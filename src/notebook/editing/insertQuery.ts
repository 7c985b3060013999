import * as vscode from 'vscode';
import { Notebook } from '../../ids.js';
import { editNotebook } from '../../ui/editDocument.js';

/** Puts a query cell below the selected one. */
export async function insertQuery(notebook: vscode.NotebookDocument, ...texts: string[]): Promise<void> {
  const editor = vscode.window.activeNotebookEditor;
  const isShown = editor?.notebook === notebook && notebook.cellCount > 0;
  const index = isShown ? Math.min(editor.selection.end, notebook.cellCount) : notebook.cellCount;
  const { Code } = vscode.NotebookCellKind;
  const cells = texts.map(text => new vscode.NotebookCellData(Code, text, Notebook.language));
  await editNotebook(notebook, () => vscode.NotebookEdit.insertCells(index, cells));
}
