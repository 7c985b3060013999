import * as vscode from 'vscode';
import { Mime } from '../ids.js';
import type { QueryRows, ResultTable } from '../model/queryResult.js';
import type { ResultOutput } from '../model/resultMessages.js';
import { resultMarkdown, resultPlainText } from '../model/resultText.js';
import type { ResultStore } from './resultStore.js';
import { intervalText } from './intervalText.js';
import { rowCountText, type RunSummary } from './runSummary.js';
import { inert, unlinked } from '../ui/inert.js';

/** Rows in an output; VS Code takes over a second to hand over 100,000. The renderer asks for the others. */
const firstRows = 2_000;
const markdownRows = 20;
/** Every row here is sent to the editor a second time. */
const plainTextRows = 1_000;
/** Where the settings of a cell's view are in its metadata. */
export const viewField = 'view';

/** An answered query. */
export interface AnsweredQuery {
  readonly cell: vscode.NotebookCell;
  readonly query: unknown;
  readonly rows: QueryRows;
  /** Of the answer as it was received. */
  readonly bytes: number;
  /** Milliseconds. */
  readonly elapsed: number;
  /** The connection that answered. */
  readonly connection: { readonly id: string; readonly name: string };
  /** The stretches of time that the query looked at, as intervals in UTC. */
  readonly intervals: readonly string[];
  /** Time zone of the notebook. */
  readonly timeZone: string;
}

/** One output for an answer: our table, and text for hosts without our renderer. All rows are kept in the store. */
export async function resultOutput(
  { cell, query, rows, bytes, elapsed, connection, intervals, timeZone }: AnsweredQuery,
  results: ResultStore,
): Promise<vscode.NotebookCellOutput> {
  const { requestedDimensions, toResultTable } = await import('../model/queryResult.js');
  const table = toResultTable(rows, requestedDimensions(query), Number.POSITIVE_INFINITY);
  const id = results.keep({ cell, connectionId: connection.id, query, table });
  const { rowCount, totalRows } = table;
  const about = { elapsed, bytes, connection: connection.name, intervals, timeZone };
  const summary: RunSummary = { rowCount, totalRows, ...about };
  return tableOutput({ id, query, table, summary, view: cell.metadata[viewField] });
}

/** A table that an output shows. */
export interface ShownTable {
  /** Names the result in messages. */
  readonly id: string;
  /** As sent. */
  readonly query: unknown;
  readonly table: ResultTable;
  readonly summary: RunSummary;
  /** The settings of the cell's view, as they are stored. */
  readonly view: unknown;
}

/** An output that our renderer draws, with text for other hosts. */
export async function tableOutput(shown: ShownTable): Promise<vscode.NotebookCellOutput> {
  const { id, query, table, summary, view } = shown;
  const [{ queryFacts }, { readViewSettings }] = await Promise.all([
    import('../model/queryFacts.js'),
    import('../model/viewSettings.js'),
  ]);
  const output: ResultOutput = {
    ...firstPart(table),
    id,
    facts: queryFacts(query),
    settings: readViewSettings(view),
    zone: summary.timeZone,
  };
  return new vscode.NotebookCellOutput(
    [
      vscode.NotebookCellOutputItem.json(output, Mime.result),
      vscode.NotebookCellOutputItem.text(markdownText(table, summary), 'text/markdown'),
      vscode.NotebookCellOutputItem.text(plainText(table), 'text/plain'),
    ],
    { ...summary },
  );
}

function firstPart({ columns, rowCount, totalRows }: ResultTable): ResultTable {
  return {
    columns: columns.map(column => ({ ...column, values: column.values.slice(0, firstRows) })),
    rowCount: Math.min(rowCount, firstRows),
    totalRows,
  };
}

function markdownText(table: ResultTable, { intervals, timeZone }: RunSummary): string {
  const shown = Math.min(table.rowCount, markdownRows);
  const times = intervals.map(interval => unlinked(inert(intervalText(interval, timeZone))));
  const lines = [rowCountText(shown, table.totalRows), ...times, resultMarkdown(table, markdownRows)];
  return `${lines.join('\n\n')}\n`;
}

function plainText(table: ResultTable): string {
  const text = resultPlainText(table, plainTextRows);
  return table.totalRows <= plainTextRows ? text : `${rowCountText(plainTextRows, table.totalRows)}\n${text}`;
}
