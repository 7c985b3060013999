import * as vscode from 'vscode';
import type { Connection, Connections } from '../connections/connection.js';
import { abortSignal } from '../ui/progress.js';
import type { VariableServices } from './run/cellVariables.js';
import { prepareQuery } from './preparedQuery.js';
import { resultOutput } from './results/resultOutput.js';

/** What running a cell needs from outside. */
export interface RunServices extends VariableServices {
  readonly connections: Connections;
}

/** Who is asked. */
export interface AskedConnection {
  readonly connection: Connection;
  /** Aborts when the connection is removed. */
  readonly removed: AbortSignal;
}

/**
 * Sends the query of a cell to a connection and makes an output of the answer; only text that is not JSON is not sent.
 * @throws {Error} with a sentence for people, or an ApiError
 */
export async function answerCell(
  { cell, token }: vscode.NotebookCellExecution,
  { connection: { id, name }, removed }: AskedConnection,
  services: RunServices,
): Promise<vscode.NotebookCellOutput> {
  const prepared = await prepareQuery(cell, services);
  const client = await services.connections.client(id);
  const started = performance.now();
  const answer = await untilClosed(cell.notebook, closed =>
    client.runQuery(prepared.query, AbortSignal.any([abortSignal(token), closed, removed])),
  );
  const elapsed = Math.round(performance.now() - started);
  const run = { elapsed, ranAt: new Date().toISOString(), connection: { id, name } };
  return resultOutput({ cell, ...prepared, ...answer, ...run }, services.results);
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
