import * as vscode from 'vscode';
import { resultField } from '../model/notebook/notebookFile.js';
import { toStoredResult, type StoredResult } from '../model/results/storedResult.js';
import { updateCell } from './notebookMetadata.js';
import type { KeptResult, ResultStore } from './results/resultStore.js';
import { answerOutput, readRunSummary, type RunSummary } from './runSummary.js';

/** Whether a notebook keeps the results of its cells in its file. */
export const storeField = 'storeResults';
/** What it keeps of those that are larger than the limit; where it is not there, somebody is asked. */
export const largeField = 'largeResults';

export const storesResults = ({ metadata }: vscode.NotebookDocument): boolean =>
  metadata[storeField] === true;

/** Bytes of a result that a notebook stores whole. */
export const storedLimit = (): number =>
  vscode.workspace.getConfiguration('netsensor').get<number>('storedResultSize', 256) * 1000;

/**
 * Keeps what a cell shows in its notebook, if that is wanted there; else nothing of it.
 * @returns the size in bytes of a result that is too large, of which the file says only that
 */
export async function storeShown(
  cell: vscode.NotebookCell,
  results: ResultStore,
): Promise<number | undefined> {
  if (cell.notebook.isClosed || cell.index < 0) return undefined;
  const isStoring = storesResults(cell.notebook);
  const shown = isStoring ? results.ofCell(cell) : undefined;
  // What the file has of a cell that was not run since stays; clearing it takes it away.
  if (isStoring && !shown) return undefined;
  const summary = readRunSummary(answerOutput(cell)?.metadata);
  const stored = shown && summary && toStored(shown, summary);
  if (stored || resultField in cell.metadata) await updateCell(cell, { [resultField]: stored });
  return stored && 'tooLarge' in stored ? stored.tooLarge.size : undefined;
}

function toStored(
  { cell, connectionId, query, table }: KeptResult,
  { ranAt, connection, intervals, timeZone, totalRows, oddRows }: RunSummary,
): StoredResult {
  const by = { id: connectionId, name: connection };
  const run = { ranAt, connection: by, intervals: [...intervals], timeZone, query };
  const ofLarge = cell.notebook.metadata[largeField] === 'firstRows' ? 'firstRows' : 'size';
  return toStoredResult({ ...table, totalRows }, oddRows > 0 ? { ...run, oddRows } : run, {
    limit: storedLimit(),
    ofLarge,
  });
}
