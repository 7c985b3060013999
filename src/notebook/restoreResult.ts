import * as vscode from 'vscode';
import { Mime } from '../ids.js';
import { resultField } from '../model/notebookFile.js';
import { readStoredResult, storedTable, type StoredResult, type StoredRows } from '../model/storedResult.js';
import { tableOutput, viewField } from './resultOutput.js';
import type { KeptResult } from './resultStore.js';
import { byteCount, rowCountText, type RunSummary } from './runSummary.js';

/** Gives cells the outputs that the file holds for them. */
export async function restoreOutputs(cells: readonly vscode.NotebookCellData[]): Promise<void> {
  for (const cell of cells) {
    const stored = readStoredResult(cell.metadata?.[resultField]);
    if (!stored) continue;
    cell.outputs = [
      'rows' in stored ? await rowsOutput(stored, cell.metadata?.[viewField]) : sizeOutput(stored),
    ];
  }
}

/** The result that a cell got from its file, and the id that its output has. */
export function restoredResult(cell: vscode.NotebookCell): { id: string; result: KeptResult } | undefined {
  const stored = readStoredResult(cell.metadata[resultField]);
  const item = cell.outputs[0]?.items.find(({ mime }) => mime === Mime.result);
  if (!stored || !('rows' in stored) || !item) return undefined;
  const shown = JSON.parse(new TextDecoder().decode(item.data)) as { id?: unknown };
  if (typeof shown.id !== 'string') return undefined;
  const { connection, query, ranAt } = stored;
  const result = { cell, connectionId: connection.id, query, table: storedTable(stored), ranAt };
  return { id: shown.id, result };
}

async function rowsOutput(stored: StoredRows, view: unknown): Promise<vscode.NotebookCellOutput> {
  const table = storedTable(stored);
  const summary = summaryOf(stored, table.rowCount);
  return tableOutput({ id: crypto.randomUUID(), query: stored.query, table, summary, view });
}

function sizeOutput(stored: StoredResult & { tooLarge: { size: number } }): vscode.NotebookCellOutput {
  const rows = rowCountText(stored.totalRows, stored.totalRows);
  const sentence = vscode.l10n.t(
    'The result was too large to be stored in this notebook: {0}, {1}. Run the cell to see it.',
    rows,
    byteCount(stored.tooLarge.size),
  );
  const item = vscode.NotebookCellOutputItem.text(sentence, 'text/plain');
  return new vscode.NotebookCellOutput([item], { ...summaryOf(stored, stored.totalRows) });
}

const summaryOf = (
  { totalRows, connection, intervals, timeZone, ranAt }: StoredResult,
  rowCount: number,
): RunSummary => ({ rowCount, totalRows, connection: connection.name, intervals, timeZone, ranAt });
