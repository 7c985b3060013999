import type * as vscode from 'vscode';
import { queryOf } from '../../model/query/queryText.js';
import { isRecord } from 'netsensor-contract/text/looseValues';
import { notebookRange, ownRange } from '../notebookMetadata.js';

/** A range that was given up for another one: that of a notebook, of one of its cells, or the intervals in a cell's text. */
export type RangeStep =
  | { readonly cell?: vscode.NotebookCell; readonly range: string | undefined }
  | { readonly cell: vscode.NotebookCell; readonly intervals: unknown };

/** The ranges that notebooks have had in this session, the last one at the end. */
export type RangeSteps = WeakMap<vscode.NotebookDocument, readonly RangeStep[]>;

const mostSteps = 50;

/** Keeps the way back from a range. */
export function keepStep(steps: RangeSteps, notebook: vscode.NotebookDocument, step: RangeStep): void {
  steps.set(notebook, [...(steps.get(notebook) ?? []), step].slice(-mostSteps));
}

/** What has a range: a cell, or without one the notebook. */
export interface RangeOwner {
  readonly notebook: vscode.NotebookDocument;
  readonly cell: vscode.NotebookCell | undefined;
}

/** The last step of a cell: one of its own, or of the notebook while its range comes from there. */
export function lastStep({ notebook, cell }: RangeOwner, steps: RangeSteps): RangeStep | undefined {
  const isOfNotebook = cell === undefined || followsNotebook(cell);
  return steps.get(notebook)?.findLast(step => {
    // What was undone leads nowhere.
    const isNow =
      'range' in step && step.range === (step.cell ? ownRange(step.cell) : notebookRange(notebook));
    return !isNow && (step.cell === undefined ? isOfNotebook : step.cell === cell);
  });
}

/** What a cell looked at before; undefined where nothing has changed in this session. */
export function earlierRange(cell: vscode.NotebookCell, steps: RangeSteps): string | undefined {
  const step = lastStep({ notebook: cell.notebook, cell }, steps);
  if (!step) return undefined;
  if ('intervals' in step) return [step.intervals].flat().map(String).join(', ');
  return step.range ?? notebookRange(cell.notebook);
}

/** Whether a cell takes its time from its notebook. */
export const followsNotebook = (cell: vscode.NotebookCell): boolean =>
  ownRange(cell) === undefined && writtenIntervals(cell) === undefined;

/** The intervals in the text of a cell; undefined where it names none, which null does not either. */
export function writtenIntervals(cell: vscode.NotebookCell): unknown {
  const query = writtenQuery(cell);
  return isRecord(query) ? (query['intervals'] ?? undefined) : undefined;
}

/** What the text of a cell says; undefined as long as it is not JSON. */
export const writtenQuery = ({ document }: vscode.NotebookCell): unknown => queryOf(document);
