import * as vscode from 'vscode';
import type { Connection, Connections } from '../connections/connection.js';
import { abortSignal } from '../ui/progress.js';
import { describeQueryTextProblem } from './queryTextProblem.js';
import { resultOutput } from './resultOutput.js';

/**
 * Sends the query of a cell to a connection and makes an output of the answer; only text that is not JSON is not sent.
 * @throws {Error} with a sentence for people, or an ApiError
 */
export async function answerCell(
  { cell, token }: vscode.NotebookCellExecution,
  { id, name }: Connection,
  connections: Connections,
): Promise<vscode.NotebookCellOutput> {
  const { parseQueryText } = await import('../model/queryText.js');
  const text = parseQueryText(cell.document.getText());
  if ('problem' in text) throw new Error(describeQueryTextProblem(text.problem));
  const client = await connections.client(id);
  const started = performance.now();
  const rows = await untilClosed(cell.notebook, closed =>
    client.runQuery(text.query, AbortSignal.any([abortSignal(token), closed])),
  );
  const elapsed = Math.round(performance.now() - started);
  return resultOutput({ query: text.query, rows, elapsed, connection: name });
}

/** Runs a task with a signal that aborts when the notebook is closed, which VS Code does not take for a cancellation. */
async function untilClosed<T>(
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
