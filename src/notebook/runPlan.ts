import * as vscode from 'vscode';
import { SentenceError } from '../ui/sentenceError.js';
import { describeVariableError } from './run/cellVariables.js';
import { cellName } from './notebookVariables.js';
import type { KeptResult, ResultStore } from './results/resultStore.js';

/**
 * The cells that run when some are asked for: in order of their dependencies, with the named cells whose results they use
 * and that have none yet.
 * @throws {Error} with a sentence when cells need the results of each other
 */
export async function planRun(
  wanted: readonly vscode.NotebookCell[],
  notebook: vscode.NotebookDocument,
  results: ResultStore,
): Promise<readonly vscode.NotebookCell[]> {
  const cells = notebook.getCells().filter(cell => cell.kind === vscode.NotebookCellKind.Code);
  // Most notebooks have no named cell, and then nothing is to be put in order.
  if (!cells.some(cell => cellName(cell) !== undefined)) return wanted;
  const [{ cellOrder }, { referencesIn, VariableError }, { parseQueryText }] = await Promise.all([
    import('../model/cellOrder.js'),
    import('../model/queryVariables.js'),
    import('../model/queryText.js'),
  ]);
  const all = cells.map(cell => {
    const text = parseQueryText(cell.document.getText());
    const references = 'query' in text ? referencesIn(text.query) : [];
    const uses = references.filter(({ column }) => column !== undefined).map(({ name }) => name);
    return { cell, name: cellName(cell), uses };
  });
  try {
    return cellOrder(wanted, all, cell => hasAnswer(results.ofCell(cell)));
  } catch (error) {
    throw error instanceof VariableError
      ? new SentenceError(describeVariableError(error), { cause: error })
      : error;
  }
}

/** A result that was stored some day says nothing about now. */
const hasAnswer = (result: KeptResult | undefined) => result !== undefined && !result.isStored;
