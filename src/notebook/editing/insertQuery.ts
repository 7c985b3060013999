import * as vscode from 'vscode';
import { Notebook } from '../../ids.js';
import { parseQueryText } from '../../model/query/queryText.js';
import { queryTitle } from '../../model/results/shownResult.js';
import { oneLine } from '../../model/text/looseValues.js';
import { window } from '../../ui/doors.js';
import { editNotebook } from '../../ui/editDocument.js';
import { inert, inertUpTo, joined, SentenceError } from '../../words/inert.js';
import { namedConnection, requireNotebook } from '../notebookMetadata.js';
import { rowCountText } from '../results/runSummary.js';
import type { PastQuery, QueryHistory } from './queryHistory.js';

const longestTitle = 120;

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
  const picked = await window.showQuickPick(past.map(toPick), {
    title: vscode.l10n.t('Query history of this connection'),
    placeHolder: vscode.l10n.t('Search any word of a query'),
    matchOnDescription: true,
    matchOnDetail: true,
  });
  if (picked) await insertQuery(notebook, picked.text);
}

/** What a query asks, as far as its text can be read, above the text itself, in which any word is found. */
function toPick({ at, text, rows, range }: PastQuery) {
  const written = parseQueryText(text);
  const title = 'query' in written ? queryTitle(written.query) : '';
  const when = inert(new Date(at).toLocaleString(vscode.env.language));
  const facts = [range && inert(range), rows === undefined ? undefined : rowCountText(rows, rows)];
  return {
    label: inertUpTo(longestTitle, title) || vscode.l10n.t('Query'),
    description: joined([...facts, when], ' · '),
    detail: inertUpTo(text.length, oneLine(text)),
    text,
  };
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
