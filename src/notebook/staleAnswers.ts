import type * as vscode from 'vscode';
import { cellFingerprint } from './cellFingerprint.js';
import { isSameValue } from '../model/inventory/recordRules.js';
import { notebookZone, queryCells } from './notebookMetadata.js';
import { answerOutput, answerSummary, type RunSummary } from './results/runSummary.js';
import { usedAnswers, withTheirUsers } from './variables/cellVariables.js';
import { changedVariables } from './variables/variableUses.js';

/** Whether a cell asks for what it was run for, as `cellFingerprint` names it, else for what it was answered last. */
export function asksAsBefore(cell: vscode.NotebookCell, ran = answerSummary(cell)?.asked): boolean {
  return ran === undefined || ran === cellFingerprint(cell);
}

/**
 * Whether a cell asks for something else now than what it shows the answer of, its variables aside: in its text, range or
 * zone, or because a result that it uses was answered again.
 */
export function asksOtherwise(cell: vscode.NotebookCell, summary = answerSummary(cell)): boolean {
  // Files of before do not say what was asked.
  if (summary?.asked === undefined) return false;
  const { asked, timeZone, uses = {} } = summary;
  const isAsked = asked === cellFingerprint(cell) && timeZone === notebookZone(cell.notebook);
  return !isAsked || !isSameValue(uses, usedAnswers(cell));
}

/** Whether a cell asks for something else now than when it gave an answer, which it may not show any more. */
export const asksOtherwiseThan = (answer: RunSummary, cell: vscode.NotebookCell): boolean =>
  asksOtherwise(cell, answer) || changedVariables(cell, answer).length > 0;

/**
 * The cells whose answers are from before the last change of their text, range, zone or variables, or that lacked a value,
 * with the answered cells that use their results.
 */
export function staleCells(notebook: vscode.NotebookDocument): vscode.NotebookCell[] {
  const changed = queryCells(notebook).filter(
    cell => asksOtherwise(cell) || changedVariables(cell).length > 0,
  );
  if (changed.length === 0) return [];
  return [...withTheirUsers(changed, notebook)].filter(
    cell => changed.includes(cell) || answerOutput(cell) !== undefined,
  );
}
