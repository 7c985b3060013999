import * as vscode from 'vscode';
import { Mime } from '../ids.js';
import type { QueryRows, ResultTable } from '../model/queryResult.js';
import { resultMarkdown, resultPlainText } from '../model/resultText.js';
import type { RunSummary } from './runSummary.js';

/** Most rows in an output; VS Code takes over a second to hand over ten times as many. */
const rowLimit = 10_000;
const markdownRows = 20;
/** Every row here is sent to the editor a second time. */
const plainTextRows = 1_000;

/** An answered query. */
export interface AnsweredQuery {
  readonly query: unknown;
  readonly rows: QueryRows;
  /** Milliseconds. */
  readonly elapsed: number;
  /** Name of the connection that answered. */
  readonly connection: string;
}

/** One output for an answer: our table, and text for hosts without our renderer. */
export async function resultOutput(answered: AnsweredQuery): Promise<vscode.NotebookCellOutput> {
  const { requestedDimensions, toResultTable } = await import('../model/queryResult.js');
  const table = toResultTable(answered.rows, requestedDimensions(answered.query), rowLimit);
  const { rowCount, totalRows } = table;
  const summary: RunSummary = {
    rowCount,
    totalRows,
    elapsed: answered.elapsed,
    connection: answered.connection,
  };
  return new vscode.NotebookCellOutput(
    [
      vscode.NotebookCellOutputItem.json(table, Mime.result),
      vscode.NotebookCellOutputItem.text(markdownText(table), 'text/markdown'),
      vscode.NotebookCellOutputItem.text(plainText(table), 'text/plain'),
    ],
    { ...summary },
  );
}

function markdownText(table: ResultTable): string {
  const shown = Math.min(table.rowCount, markdownRows);
  return `${rowCountText(shown, table.totalRows)}\n\n${resultMarkdown(table, markdownRows)}\n`;
}

function plainText(table: ResultTable): string {
  const text = resultPlainText(table, plainTextRows);
  return table.totalRows <= plainTextRows ? text : `${rowCountText(plainTextRows, table.totalRows)}\n${text}`;
}

/** `25 rows`, or `First 10,000 of 48,210 rows` when not all are there. */
export function rowCountText(shown: number, total: number): string {
  const count = (rows: number) => rows.toLocaleString(vscode.env.language);
  if (shown < total) return vscode.l10n.t('First {0} of {1} rows', count(shown), count(total));
  return total === 1 ? vscode.l10n.t('1 row') : vscode.l10n.t('{0} rows', count(total));
}
