import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { Mime } from '../../ids.js';
import {
  type ResultTable,
  type QueryAnswer,
  requestedDimensions,
  toResultTable,
} from '../../model/query/queryResult.js';
import type { SaidOfResult } from '../../model/results/caption.js';
import { cutAnswer } from '../../model/results/cutAnswer.js';
import type { LimitAction, ResultOutput, RunningOutput } from '../../model/results/shownResult.js';
import { granularityOf } from '../../model/query/queryVariables.js';
import { saidOf } from '../../model/results/queryFacts.js';
import { outputPlainText, resultMarkdown } from '../../model/results/resultText.js';
import { readViewSettings } from '../../model/results/viewSettings.js';
import { cellSource } from '../../model/results/chartMarks.js';
import { cellsByLabel } from '../cellLabels.js';
import { cellName, notebookRange, ownRange, viewField } from '../notebookMetadata.js';
import type { ResultStore } from './resultStore.js';
import { answerNotes, limitActions } from '../../words/queryWords.js';
import { answerOutput, answerSummary, drawnResult, readRunSummary, type RunSummary } from './runSummary.js';
import { rowCountText } from '../../words/locale.js';
import { intervalText } from '../../model/text/zonedTime.js';
import { inert, unlinked, type Inert } from '../../words/inert.js';

/** Rows in an output; VS Code takes over a second to hand over 100,000. The renderer asks for the others. */
const firstRows = 2_000;
const markdownRows = 20;
/** Every row here is sent to the editor a second time. */
const plainTextRows = 1_000;

/** An answered query. */
export interface AnsweredQuery
  extends
    QueryAnswer,
    Pick<RunSummary, 'elapsed' | 'ranAt' | 'intervals' | 'timeZone' | 'variables' | 'asked' | 'uses'> {
  readonly cell: vscode.NotebookCell;
  readonly query: unknown;
  /** The connection that answered. */
  readonly connection: { readonly id: string; readonly name: string };
  readonly earlierRange: string | undefined;
}

/** One output for an answer: our table, and text for hosts without our renderer. All rows are kept in the store. */
export function resultOutput(
  { cell, query, rows, oddRows, connection, earlierRange, ...run }: AnsweredQuery,
  results: ResultStore,
): vscode.NotebookCellOutput {
  const table = toResultTable(rows, requestedDimensions(query), Number.POSITIVE_INFINITY);
  const { rowCount, totalRows } = table;
  const counts = { rowCount, totalRows, oddRows: oddRows.length };
  const asked = { granularity: granularityOf(query), connection: connection.name };
  const summary: RunSummary = { ...run, ...counts, ...asked, isStored: false };
  const cut = cutAnswer(query, table);
  const notes = answerNotes(query, { table, oddRows, ...run });
  const said = saidOf(query, { table, summary, notes });
  const kept = { cell, connectionId: connection.id, query, table, oddRows, isStored: false, said };
  const stored = readViewSettings(cell.metadata[viewField]);
  const view = { ...stored, ...results.series.get(cell) };
  const others = [...cellsByLabel(cell.notebook)].filter(([, other]) => other !== cell);
  const markSources = others.map(([label]) => cellSource(label));
  const hasOddRows = oddRows.length > 0;
  const { uri, version } = cell.document;
  const question = [uri.toString(), version, ownRange(cell) ?? notebookRange(cell.notebook)].join(' ');
  return tableOutput({
    id: results.keep(kept),
    question,
    name: cellName(cell),
    limitActions: cut && limitActions(cut),
    said,
    table,
    summary,
    view,
    hasOddRows,
    earlierRange,
    markSources,
  });
}

/** What a cell shows that has no answer yet. */
export const runningOutput = (): vscode.NotebookCellOutput =>
  new vscode.NotebookCellOutput([
    vscode.NotebookCellOutputItem.json({ isRunning: true } satisfies RunningOutput, Mime.result),
    vscode.NotebookCellOutputItem.text(l10n.t('Query running…'), 'text/plain'),
  ]);

/** What an output says of its result. */
interface Said extends SaidOfResult {
  readonly notes: readonly Inert[];
}

/** A table that an output shows. */
export interface ShownTable {
  /** Names the result in messages. */
  readonly id: string;
  readonly question?: string;
  /** The name of its cell. */
  readonly name: string | undefined;
  readonly said: Said;
  readonly table: ResultTable;
  readonly summary: RunSummary;
  /** The settings of the cell's view, as they are stored. */
  readonly view: unknown;
  /** Whether the store has what could not be read. */
  readonly hasOddRows: boolean;
  readonly limitActions?: readonly LimitAction[] | undefined;
  readonly earlierRange?: string | undefined;
  readonly markSources?: readonly string[];
}

/** An output that our renderer draws, with text for other hosts. */
export function tableOutput(shown: ShownTable): vscode.NotebookCellOutput {
  const { said, table, summary, view, markSources, limitActions, ...beside } = shown;
  const output: ResultOutput = {
    ...firstPart(table),
    ...beside,
    ...said,
    run: { ...summary },
    settings: readViewSettings(view),
    ...(markSources && { markSources }),
    ...(limitActions && { limitActions }),
    isStored: summary.isStored,
  };
  return new vscode.NotebookCellOutput(
    [
      vscode.NotebookCellOutputItem.json(output, Mime.result),
      vscode.NotebookCellOutputItem.text(markdownText(shown), 'text/markdown'),
      vscode.NotebookCellOutputItem.text(plainText(shown), 'text/plain'),
    ],
    { ...summary },
  );
}

/**
 * The outputs of a pasted cell with what VS Code leaves out of a copy, and an id of its own for its result, which stays that of
 * the cell that was copied otherwise; undefined for other cells.
 */
export function pastedOutputs(
  cell: vscode.NotebookCell,
  results: ResultStore,
): vscode.NotebookCellOutput[] | undefined {
  const copy = answerOutput(cell);
  const summary = answerSummary(cell);
  const drawn = copy && drawnResult(copy);
  if (!summary || !drawn || readRunSummary(copy.metadata)) return undefined;
  const original = results.get(drawn.id);
  const id = original ? results.keep({ ...original, cell }) : drawn.id;
  const item = vscode.NotebookCellOutputItem.json({ ...drawn, id, name: cellName(cell) }, Mime.result);
  const items = copy.items.map(each => (each.mime === Mime.result ? item : each));
  const own = new vscode.NotebookCellOutput(items, { ...summary });
  return cell.outputs.map(output => (output === copy ? own : output));
}

function firstPart({ columns, rowCount, totalRows }: ResultTable): ResultTable {
  return {
    columns: columns.map(column => ({ ...column, values: column.values.slice(0, firstRows) })),
    rowCount: Math.min(rowCount, firstRows),
    totalRows,
  };
}

function markdownText({ table, summary: { intervals, timeZone }, said: { notes } }: ShownTable): string {
  const shown = Math.min(table.rowCount, markdownRows);
  const times = intervals.map(interval => unlinked(inert(intervalText(interval, timeZone))));
  const counts = [rowCountText(shown, table.totalRows), ...notes.map(unlinked)];
  const lines = [...counts, ...times, resultMarkdown(table, markdownRows)];
  return `${lines.join('\n\n')}\n`;
}

function plainText({ table, said: { notes } }: ShownTable): string {
  const cut = table.totalRows <= plainTextRows ? [] : [rowCountText(plainTextRows, table.totalRows)];
  return [...cut, ...notes.map(unlinked), outputPlainText(table, plainTextRows)].join('\n');
}
