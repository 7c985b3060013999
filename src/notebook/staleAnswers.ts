import { createHash } from 'node:crypto';
import type * as vscode from 'vscode';
import { bigintAsText } from 'netsensor-contract/text/exactJson';
import { withUsers } from '../model/notebook/runPlan.js';
import { parseQueryText } from '../model/query/queryText.js';
import { notebookRange, ownRange, queryCells, zoneField } from './notebookMetadata.js';
import { answerOutput, readRunSummary } from './results/runSummary.js';
import { writtenIntervals } from './time/rangeSteps.js';
import { orderedCell } from './variables/cellVariables.js';
import { changedVariables } from './variables/variableUses.js';

/** Characters of a fingerprint: 96 bits. */
const fingerprintLength = 16;

/**
 * What a cell asks besides its variables, in short: its query however it is laid out, the range where its text names no
 * intervals, and the zone that was chosen.
 */
export function cellFingerprint(cell: vscode.NotebookCell): string {
  const { notebook } = cell;
  const range = writtenIntervals(cell) === undefined ? (ownRange(cell) ?? notebookRange(notebook)) : null;
  const asked = JSON.stringify([queryOf(cell), range, notebook.metadata[zoneField] ?? null], bigintAsText);
  return createHash('sha256').update(asked).digest('base64url').slice(0, fingerprintLength);
}

function queryOf({ document }: vscode.NotebookCell): unknown {
  const text = document.getText();
  const written = parseQueryText(text);
  return 'query' in written ? written.query : text;
}

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
