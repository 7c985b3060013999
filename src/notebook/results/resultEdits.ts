import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { isSameValue } from '../../model/inventory/recordRules.js';
import { readViewSettings, type ViewSettings } from '../../model/results/viewSettings.js';
import { replaceText } from '../../ui/editDocument.js';
import { NothingToDoError, SentenceError } from '../../words/sentenceErrors.js';
import { updateCell, viewField } from '../notebookMetadata.js';
import type { ResultStore } from './resultStore.js';

/**
 * Keeps how a person looks at a result for the next run of its cell, in the metadata of the cell. Which series are
 * drawn is not kept in the file, which nobody wants to save after a look at a chart.
 */
export async function writeSettings(
  cell: vscode.NotebookCell,
  settings: ViewSettings,
  { series }: Pick<ResultStore, 'series'>,
): Promise<void> {
  requirePresent(cell);
  const stored = readViewSettings(cell.metadata[viewField]);
  const { off, only, ...view } = readViewSettings(settings);
  series.set(cell, { off, only });
  // What a file of before holds goes with the first change of it.
  const kept = readViewSettings({ ...view, off: isSameValue(off, stored.off) ? off : undefined });
  if (!isSameValue(kept, stored)) await updateCell(cell, { [viewField]: kept });
}

/** Why the query of a cell is not changed that has become another text since it was run. */
export const noQuery = (): NothingToDoError =>
  new NothingToDoError(l10n.t('This cell is not a query any more. Correct its text first.'));

/**
 * Changes the query of a cell and runs it.
 * @throws {NothingToDoError} when the text is no query any more
 */
export async function changeQuery(
  cell: vscode.NotebookCell,
  change: (text: string) => string | undefined,
): Promise<void> {
  requirePresent(cell);
  const written = await writeText(cell, text => {
    const changed = change(text);
    if (changed !== undefined) return changed;
    throw noQuery();
  });
  await runCells([written]);
}

/** Gives a cell another text, made from its own. @returns the cell, or the one that `replaceText` put in its place */
export async function writeText(
  cell: vscode.NotebookCell,
  textOf: (text: string) => string,
): Promise<vscode.NotebookCell> {
  const { notebook, index, document } = cell;
  let written: string | undefined;
  await replaceText(document, text => (written = textOf(text)));
  if (cell.index >= 0) return cell;
  return (
    notebook.getCells().find(each => each.index === index && each.document.getText() === written) ?? cell
  );
}

/** Runs a cell as its button does. */
export const runCell = (notebook: vscode.NotebookDocument, index: number): Promise<void> =>
  runRanges(notebook, [{ start: index, end: index + 1 }]);

/** Runs cells as one run each notebook; those that were deleted are left out. */
export async function runCells(cells: readonly vscode.NotebookCell[]): Promise<void> {
  const there = cells.filter(({ notebook, index }) => !notebook.isClosed && index >= 0);
  for (const notebook of new Set(there.map(cell => cell.notebook))) {
    const own = there.filter(cell => cell.notebook === notebook);
    await runRanges(
      notebook,
      own.map(({ index }) => ({ start: index, end: index + 1 })),
    );
  }
}

/** Cancels cells of one notebook that run or wait, as their button does. */
export async function cancelCells(cells: readonly vscode.NotebookCell[]): Promise<void> {
  const ranges = cells.map(({ index }) => ({ start: index, end: index + 1 }));
  await vscode.commands.executeCommand('notebook.cell.cancelExecution', {
    ranges,
    document: cells[0]?.notebook.uri,
  });
}

async function runRanges(
  notebook: vscode.NotebookDocument,
  ranges: readonly { readonly start: number; readonly end: number }[],
): Promise<void> {
  await vscode.commands.executeCommand('notebook.cell.execute', { ranges, document: notebook.uri });
}

/** @throws {Error} with a sentence for people when the cell was deleted */
export function requirePresent(cell: vscode.NotebookCell): void {
  if (cell.index < 0 || cell.notebook.isClosed) {
    throw new SentenceError(l10n.t('The cell of this result was deleted or moved. Run the query again.'));
  }
}
