import { byteCount, rowCountText } from '../../words/locale.js';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { resultField } from '../../model/notebook/notebookFile.js';
import {
  readStoredResult,
  storedTable,
  type StoredResult,
  type StoredRows,
} from '../../model/results/storedResult.js';
import { cutAnswer } from '../../model/results/cutAnswer.js';
import type { ResultTable } from '../../model/query/queryResult.js';
import { granularityOf } from '../../model/query/queryVariables.js';
import type { RunSummary } from './runSummary.js';
import { limitText, nothingText } from '../../words/queryWords.js';
import { oddRowsText, remarksTexts } from '../../words/queryWords.js';
import { cellName, viewField } from '../notebookMetadata.js';
import { tableOutput } from './resultOutput.js';
import { saidOf } from '../../model/results/queryFacts.js';
import { shownOutput, type KeptResult } from './resultStore.js';

/** Gives cells the outputs that the file holds for them. */
export function restoreOutputs(cells: readonly vscode.NotebookCellData[]): void {
  for (const cell of cells) {
    const stored = readStoredResult(cell.metadata?.[resultField]);
    if (!stored) continue;
    const isWhole = 'rows' in stored;
    cell.outputs = [isWhole ? rowsOutput(stored, cell) : sizeOutput(stored)];
  }
}

/** The result that a cell got from its file, and the id that its output has. */
export function restoredResult(cell: vscode.NotebookCell): { id: string; result: KeptResult } | undefined {
  const stored = readStoredResult(cell.metadata[resultField]);
  const shown = shownOutput(cell);
  if (!stored || !('rows' in stored) || typeof shown?.id !== 'string') return undefined;
  const { connection, query } = stored;
  const { asks, manager, notes, facts, zone } = shown;
  const own = { cell, connectionId: connection.id, query, table: shownTable(stored) };
  const result = { ...own, oddRows: [], isStored: true, said: { asks, manager, notes, facts, zone } };
  return { id: shown.id, result };
}

function rowsOutput(
  stored: StoredRows,
  { metadata = {} }: vscode.NotebookCellData,
): vscode.NotebookCellOutput {
  const table = shownTable(stored);
  const summary = summaryOf(stored, table.rowCount);
  const { rowCount, totalRows, oddRows } = summary;
  const part =
    rowCount < totalRows &&
    l10n.t('{0} are stored in this notebook. Run the cell to see all.', rowCountText(rowCount, totalRows));
  const odd = oddRowsText(oddRows, totalRows + oddRows);
  const cut = rowCount === totalRows ? cutAnswer(stored.query, table) : undefined;
  const said = [cut && limitText(cut), nothingText(stored.query, table), ...remarksTexts(summary), odd];
  const notes = [part || undefined, ...said].filter(note => note !== undefined);
  const id = crypto.randomUUID();
  const view = metadata[viewField];
  const shown = {
    id,
    name: cellName({ metadata }),
    view,
    said: saidOf(stored.query, { table, summary, notes }),
  };
  return tableOutput({ ...shown, table, summary, hasOddRows: false });
}

/** The renderer asks for no rows beyond those that are stored. */
function shownTable(stored: StoredRows): ResultTable {
  const table = storedTable(stored);
  return { ...table, totalRows: table.rowCount };
}

function sizeOutput(stored: StoredResult & { tooLarge: { size: number } }): vscode.NotebookCellOutput {
  const rows = rowCountText(stored.totalRows, stored.totalRows);
  const sentence = l10n.t(
    'The result was too large to be stored in this notebook: {0}, {1}. Run the cell to see it.',
    rows,
    byteCount(stored.tooLarge.size),
  );
  const item = vscode.NotebookCellOutputItem.text(sentence, 'text/plain');
  return new vscode.NotebookCellOutput([item], { ...summaryOf(stored, stored.totalRows) });
}

const summaryOf = (
  { totalRows, oddRows = 0, connection, ...run }: StoredResult,
  rowCount: number,
): RunSummary => ({
  rowCount,
  totalRows,
  oddRows,
  connection: connection.name,
  intervals: run.intervals,
  granularity: 'query' in run ? granularityOf(run.query) : undefined,
  timeZone: run.timeZone,
  variables: run.variables,
  asked: run.asked,
  uses: run.uses,
  remarks: run.remarks,
  isPart: run.isPart,
  ranAt: run.ranAt,
  isStored: true,
});
