import * as vscode from 'vscode';
import { window, type Log } from '../ui/doors.js';
import { inBackground } from '../ui/inBackground.js';
import { updateNotebook } from './notebookMetadata.js';
import type { ResultStore } from './results/resultStore.js';
import { byteCount } from './runSummary.js';
import { largeField, storedLimit, storeShown } from './storeShown.js';

/** What storing needs. */
export interface Storing {
  readonly results: ResultStore;
  /** Notebooks about whose large results somebody was asked in this session. */
  readonly asked: WeakSet<vscode.NotebookDocument>;
  readonly log: Log;
}

/** Kilobytes; as in `netsensor.storedResultSize`. */
const largestLimit = 10_240;

/** As `storeShown` for cells of a notebook; says what is too large, and lets a person choose what becomes of it. */
export async function storeAndAsk(cells: readonly vscode.NotebookCell[], storing: Storing): Promise<void> {
  const large: { cell: vscode.NotebookCell; size: number }[] = [];
  for (const cell of cells) {
    const size = await storeShown(cell, storing.results);
    if (size !== undefined) large.push({ cell, size });
  }
  const notebook = large[0]?.cell.notebook;
  if (!notebook || notebook.metadata[largeField] || storing.asked.has(notebook)) return;
  storing.asked.add(notebook);
  // Not awaited: what was asked for is done, whether or not anybody answers.
  inBackground(storing.log, askAndStore(notebook, Math.max(...large.map(({ size }) => size)), storing));
}

async function askAndStore(notebook: vscode.NotebookDocument, size: number, storing: Storing): Promise<void> {
  if (!(await ask(notebook, size))) return;
  storing.asked.delete(notebook);
  await storeAndAsk(notebook.getCells(), storing);
}

/** Whether more than the size is to be stored now. @param size bytes of the largest result */
async function ask(notebook: vscode.NotebookDocument, size: number): Promise<boolean> {
  const enough = Math.ceil(size / 100_000) * 100;
  const firstRows = vscode.l10n.t('Store the first rows');
  const raise = vscode.l10n.t('Store up to {0}', byteCount(enough * 1000));
  const onlySize = vscode.l10n.t('Store only its size');
  const sentence = vscode.l10n.t(
    'A result takes {0}, and notebooks store up to {1} of each cell. For now this one says only how large it is.',
    byteCount(size),
    byteCount(storedLimit()),
  );
  const choices = enough <= largestLimit ? [firstRows, raise, onlySize] : [firstRows, onlySize];
  const choice = await window.showWarningMessage(sentence, ...choices);
  if (choice === undefined || notebook.isClosed) return false;
  if (choice === raise) {
    const settings = vscode.workspace.getConfiguration('netsensor');
    await settings.update('storedResultSize', enough, vscode.ConfigurationTarget.Global);
  } else {
    await updateNotebook(notebook, { [largeField]: choice === firstRows ? 'firstRows' : 'size' });
  }
  return choice !== onlySize;
}
