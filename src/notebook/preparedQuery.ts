import type * as vscode from 'vscode';
import { SentenceError } from '../ui/sentenceError.js';
import { fillVariables, type VariableServices } from './run/cellVariables.js';
import { notebookRange, notebookZone, ownRange } from './notebookTimes.js';
import { describeQueryTextProblem } from './queryTextProblem.js';

/** A query as it is sent, and what it asks about. */
export interface PreparedQuery {
  readonly query: unknown;
  /** The stretches of time it looks at, as intervals in UTC; empty when they cannot be read. */
  readonly intervals: readonly string[];
  readonly timeZone: string;
}

/**
 * Makes the query of a cell ready: variables are filled in, and relative times are resolved now. Besides that, only text
 * that is not JSON is refused.
 * @throws {Error} with a sentence for people
 */
export async function prepareQuery(
  cell: vscode.NotebookCell,
  services: VariableServices,
): Promise<PreparedQuery> {
  const { parseQueryText } = await import('../model/queryText.js');
  const text = parseQueryText(cell.document.getText());
  if ('problem' in text) throw new SentenceError(describeQueryTextProblem(text.problem));
  const { resolveQueryTimes } = await import('../model/queryTimes.js');
  const { printInterval } = await import('../model/query/timeRange.js');
  const timeZone = notebookZone(cell.notebook);
  const range = ownRange(cell) ?? notebookRange(cell.notebook);
  const filled = await fillVariables(text.query, cell, services);
  const { query, stretches } = resolveQueryTimes(filled, { now: Date.now(), zone: timeZone, range });
  return { query, intervals: stretches.map(printInterval), timeZone };
}
