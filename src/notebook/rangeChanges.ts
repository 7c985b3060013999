import type * as vscode from 'vscode';
import { withIntervals, withoutIntervals } from '../model/query/queryEdit.js';
import { printInterval, printIntervalIn, type Stretch } from 'netsensor-contract/query/timeRange';
import {
  notebookRange,
  notebookZone,
  ownRange,
  rangeField,
  updateCell,
  updateNotebook,
  queryCells,
} from './notebookMetadata.js';
import { changeQuery, requirePresent, runCell, runCells, writeText } from './results/resultEdits.js';
import { answerOutput } from './results/runSummary.js';
import { rerunsOnRange } from './rangeReruns.js';
import { withTheirUsers } from './variables/cellVariables.js';
import {
  followsNotebook,
  keepStep,
  lastStep,
  writtenIntervals,
  type RangeOwner,
  type RangeSteps,
} from './time/rangeSteps.js';

/** Gives a notebook another range, and keeps the way back. */
export async function changeNotebookRange(
  notebook: vscode.NotebookDocument,
  range: string,
  steps: RangeSteps,
): Promise<void> {
  const before = notebookRange(notebook);
  if (before === range) return;
  await updateNotebook(notebook, { [rangeField]: range });
  keepStep(steps, notebook, { range: before });
}

/** Gives a cell a range of its own, or with undefined that of its notebook, and keeps the way back. */
export async function changeCellRange(
  cell: vscode.NotebookCell,
  range: string | undefined,
  steps: RangeSteps,
): Promise<void> {
  const before = ownRange(cell);
  if (before === range) return;
  await updateCell(cell, { [rangeField]: range });
  keepStep(steps, cell.notebook, { cell, range: before });
}

/**
 * Gives cells the range of their notebook in place of one of their own or of the intervals in their text, and asks again for
 * what they show.
 */
export async function useNotebookRange(
  cells: readonly vscode.NotebookCell[],
  steps: RangeSteps,
): Promise<void> {
  const toRun: vscode.NotebookCell[] = [];
  for (const asked of cells) {
    // It may have been deleted while those before it were changed.
    if (asked.index < 0) continue;
    const { notebook } = asked;
    const intervals = writtenIntervals(asked);
    const own = ownRange(asked);
    const isAnswered = answerOutput(asked) !== undefined;
    const cell = intervals === undefined ? asked : await writeText(asked, withoutIntervals);
    if (intervals !== undefined) keepStep(steps, notebook, { cell, intervals });
    if (cell.index >= 0) await changeCellRange(cell, undefined, steps);
    const isOther = intervals === undefined && own !== notebookRange(notebook);
    if (isAnswered && !(isOther && rerunsOnRange())) toRun.push(cell);
  }
  await runCells(toRun);
}

/**
 * Makes a stretch of time what a cell looks at, where it gets its time from: the intervals in its text, the range that it
 * has for itself, else that of the notebook, whose other cells follow. What shows a result of another time runs again.
 * @throws {Error} with a sentence for people
 */
export async function useInterval(
  cell: vscode.NotebookCell,
  stretch: Stretch,
  steps: RangeSteps,
): Promise<void> {
  requirePresent(cell);
  const { notebook } = cell;
  const intervals = writtenIntervals(cell);
  const range = printIntervalIn(stretch, notebookZone(notebook));
  if (intervals !== undefined) {
    keepStep(steps, notebook, { cell, intervals });
    await changeQuery(cell, text => withIntervals(text, [printInterval(stretch)]));
  } else if (ownRange(cell) === undefined) {
    await changeNotebookRange(notebook, range, steps);
    await runFollowing(notebook);
  } else {
    await changeCellRange(cell, range, steps);
    if (!rerunsOnRange()) await runCell(notebook, cell.index);
  }
}

/**
 * Gives back the range that was there before, and runs what showed the other one.
 * @returns whether there was one
 */
export async function goBack(owner: RangeOwner, steps: RangeSteps): Promise<boolean> {
  const { notebook } = owner;
  const step = lastStep(owner, steps);
  if (!step) return false;
  const { cell } = step;
  if (cell) requirePresent(cell);
  const others = (steps.get(notebook) ?? []).filter(each => each !== step);
  steps.set(notebook, others);
  if ('intervals' in step) {
    await changeQuery(step.cell, text => withIntervals(text, step.intervals));
  } else if (cell) {
    await updateCell(cell, { [rangeField]: step.range });
    if (!rerunsOnRange()) await runCell(notebook, cell.index);
  } else {
    await updateNotebook(notebook, { [rangeField]: step.range });
    await runFollowing(notebook);
  }
  return true;
}

/**
 * Runs the cells that show a result and take their time from the notebook, with those that use their results, where they do
 * not run by themselves.
 */
async function runFollowing(notebook: vscode.NotebookDocument): Promise<void> {
  if (rerunsOnRange()) return;
  const answered = queryCells(notebook).filter(cell => answerOutput(cell) !== undefined);
  const following = withTheirUsers(answered.filter(followsNotebook), notebook);
  await runCells(answered.filter(cell => following.has(cell)));
}
