import type * as vscode from 'vscode';
import type { Report, ReportAnswer, ReportCell } from '../../model/report/report.js';
import { readViewSettings } from '../../model/results/viewSettings.js';
import {
  cellName,
  isQueryCell,
  notebookRange,
  notebookZone,
  queryCells,
  viewField,
} from '../notebookMetadata.js';
import { staleCells } from '../staleAnswers.js';
import type { ResultStore } from './resultStore.js';
import { answerSummary } from './runSummary.js';

/** The part of VS Code's MIME type of an error that an output tells, `application/vnd.code.notebook.error`. */
const errorMime = 'notebook.error';

/** A notebook as it stands now, as plain values. @param about what the notebook does not know of itself */
export function notebookReport(
  notebook: vscode.NotebookDocument,
  results: ResultStore,
  about: Pick<Report, 'title' | 'language' | 'writtenAt'>,
): Report {
  const stale = new Set(staleCells(notebook));
  const cells = notebook.getCells().map((cell): ReportCell => {
    const text = cell.document.getText().replaceAll('\r\n', '\n');
    if (!isQueryCell(cell)) return { kind: 'markdown', text };
    const answer = answerOf(cell, results);
    return {
      kind: 'query',
      name: cellName(cell),
      query: text,
      answer: answer && { ...answer, isStale: stale.has(cell) },
      failure: failureOf(cell),
    };
  });
  return { ...about, range: notebookRange(notebook), zone: notebookZone(notebook), cells };
}

/** How many of the queries of a notebook have an answer, and how many there are. */
export function answerCount(
  notebook: vscode.NotebookDocument,
  results: ResultStore,
): { answered: number; all: number } {
  const cells = queryCells(notebook);
  return { answered: cells.filter(cell => answerOf(cell, results)).length, all: cells.length };
}

function answerOf(
  cell: vscode.NotebookCell,
  results: ResultStore,
): Omit<ReportAnswer, 'isStale'> | undefined {
  const summary = answerSummary(cell);
  const kept = summary && results.ofCell(cell);
  if (!kept) return undefined;
  const stored = readViewSettings(cell.metadata[viewField]);
  return {
    table: kept.table,
    said: kept.said,
    settings: { ...stored, ...results.series.get(cell) },
    ranAt: summary.ranAt,
    hasFailed: failureOf(cell) !== undefined,
  };
}

/** Why the last run of a cell failed, as it stands above its last answer; undefined where it did not. */
function failureOf(cell: vscode.NotebookCell): string | undefined {
  const item = cell.outputs[0]?.items.find(({ mime }) => mime.includes(errorMime));
  if (!item) return undefined;
  const { message = '' } = JSON.parse(new TextDecoder().decode(item.data)) as { message?: string };
  return message;
}
