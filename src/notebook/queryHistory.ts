import * as vscode from 'vscode';
import { Notebook } from '../ids.js';
import { window } from '../ui/doors.js';
import { inert, inertUpTo } from '../ui/inert.js';
import { SentenceError } from '../ui/sentenceError.js';
import type { EndedRun } from './connectionKernel.js';
import { namedConnection } from './notebookConnection.js';
import { requireNotebook } from './notebookMetadata.js';

interface PastQuery {
  /** Milliseconds since 1970 UTC. */
  readonly at: number;
  /** The text of the cell. */
  readonly text: string;
}

const mostQueries = 100;
const longestText = 20_000;
const keyOf = (connectionId: string) => `queryHistory.${connectionId}`;

/** The queries that were answered lately, for each connection. */
export class QueryHistory {
  constructor(private readonly state: vscode.Memento) {}

  /** Keeps an answered query; one that is there already moves to the top. */
  async add({ cell, connectionId, outcome }: EndedRun): Promise<void> {
    const text = cell.document.getText();
    if (outcome !== 'answered' || text.length > longestText) return;
    const others = this.of(connectionId).filter(past => past.text !== text);
    await this.state.update(keyOf(connectionId), [{ at: Date.now(), text }, ...others].slice(0, mostQueries));
  }

  /** Forgets the queries of a connection. */
  async forget(connectionId: string): Promise<void> {
    await this.state.update(keyOf(connectionId), undefined);
  }

  of(connectionId: string): readonly PastQuery[] {
    return this.state.get<readonly PastQuery[]>(keyOf(connectionId), []);
  }

  /** Lets the user put an earlier query of the notebook's connection below the selected cell. */
  async choose(): Promise<void> {
    const notebook = requireNotebook();
    const connectionId = namedConnection(notebook);
    const past = connectionId === undefined ? [] : this.of(connectionId);
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
}

/** Puts a query cell below the selected one. */
export async function insertQuery(notebook: vscode.NotebookDocument, ...texts: string[]): Promise<void> {
  const editor = vscode.window.activeNotebookEditor;
  const isShown = editor?.notebook === notebook && notebook.cellCount > 0;
  const index = isShown ? Math.min(editor.selection.end, notebook.cellCount) : notebook.cellCount;
  const { Code } = vscode.NotebookCellKind;
  const cells = texts.map(text => new vscode.NotebookCellData(Code, text, Notebook.language));
  const edit = new vscode.WorkspaceEdit();
  edit.set(notebook.uri, [vscode.NotebookEdit.insertCells(index, cells)]);
  await vscode.workspace.applyEdit(edit);
}
