import type * as vscode from 'vscode';
import { withUsers } from '../model/notebook/runPlan.js';
import { cellFingerprint } from './cellFingerprint.js';
import { queryCells } from './notebookMetadata.js';
import { answerOutput, readRunSummary } from './results/runSummary.js';
import { orderedCell } from './variables/cellVariables.js';
import { changedVariables } from './variables/variableUses.js';

/** Whether a cell asks for something else now than what it shows the answer of, its variables aside. */
export function asksOtherwise(cell: vscode.NotebookCell): boolean {
  const { asked } = readRunSummary(answerOutput(cell)?.metadata) ?? {};
  return asked !== undefined && asked !== cellFingerprint(cell);
}

/** Whether what a cell shows is from before the last change of its text, its range, its zone or its variables. */
export const isStale = (cell: vscode.NotebookCell): boolean =>
  answerOutput(cell) !== undefined && (asksOtherwise(cell) || changedVariables(cell).length > 0);

/** The cells whose answers are stale, or that lacked a value, with the answered cells that use their results. */
export function staleCells(notebook: vscode.NotebookDocument): vscode.NotebookCell[] {
  const cells = queryCells(notebook);
  const changed = cells.filter(cell => asksOtherwise(cell) || changedVariables(cell).length > 0);
  if (changed.length === 0) return [];
  return [...withUsers(changed, cells.map(orderedCell))].filter(
    cell => changed.includes(cell) || answerOutput(cell) !== undefined,
  );
}
