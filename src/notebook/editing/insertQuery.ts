import * as vscode from 'vscode';
import { Notebook } from '../../ids.js';
import { window } from '../../ui/doors.js';
import { editNotebook } from '../../ui/editDocument.js';
import { inert, inertUpTo, SentenceError } from '../../words/inert.js';
import { namedConnection, requireNotebook } from '../notebookMetadata.js';
import type { QueryHistory } from './queryHistory.js';

/** Lets the user put an earlier query of the notebook's connection below the selected cell. */
export async function chooseEarlierQuery(history: QueryHistory): Promise<void> {
  const notebook = requireNotebook();
  const connectionId = namedConnection(notebook);
  const past = connectionId === undefined ? [] : history.of(connectionId);
  if (past.length === 0) {
    throw new SentenceError(
      vscode.l10n.t('No query of this notebook has been answered by its connection yet.'),
    );
  }
  const picked = await window.showQuickPick(
    past.map(({ at, text }) => ({
      label: inertUpTo(120, text),
      description: inert(new Date(at).toLocaleString(vscode.env.language)),
      text,
    })),
    { title: vscode.l10n.t('Earlier queries of this connection'), matchOnDescription: true },
  );
  if (picked) await insertQuery(notebook, picked.text);
}

/** Puts a query cell below the selected one. */
export async function insertQuery(notebook: vscode.NotebookDocument, ...texts: string[]): Promise<void> {
  const editor = vscode.window.activeNotebookEditor;
  const isShown = editor?.notebook === notebook && notebook.cellCount > 0;
  const index = isShown ? Math.min(editor.selection.end, notebook.cellCount) : notebook.cellCount;
  const { Code } = vscode.NotebookCellKind;
  const cells = texts.map(text => new vscode.NotebookCellData(Code, text, Notebook.language));
  await editNotebook(notebook, () => vscode.NotebookEdit.insertCells(index, cells));
}
