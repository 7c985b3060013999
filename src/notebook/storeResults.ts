import * as vscode from 'vscode';
import { resultField } from '../model/notebookFile.js';
import { toStoredResult } from '../model/storedResult.js';
import { window } from '../ui/doors.js';
import { requireNotebook, updateCell, updateNotebook } from './notebookMetadata.js';
import type { ResultStore } from './resultStore.js';
import { readRunSummary } from './runSummary.js';

const field = 'storeResults';

/** Whether a notebook keeps the results of its cells in its file. */
const storesResults = ({ metadata }: vscode.NotebookDocument): boolean => metadata[field] === true;

/** Keeps what a cell shows in its notebook, if that is wanted there; else nothing of it. */
export async function storeShown(cell: vscode.NotebookCell, results: ResultStore): Promise<void> {
  const isWanted = storesResults(cell.notebook);
  const shown = isWanted ? results.ofCell(cell) : undefined;
  const summary = readRunSummary(cell.outputs[0]?.metadata);
  if (cell.notebook.isClosed || cell.index < 0) return;
  if (!shown || !summary) {
    if (resultField in cell.metadata) await updateCell(cell, { [resultField]: undefined });
    return;
  }
  const { query, table, connectionId } = shown;
  const { intervals, timeZone, connection, ranAt = new Date().toISOString() } = summary;
  const by = { id: connectionId, name: connection };
  const run = { ranAt, connection: by, intervals: [...intervals], timeZone, query };
  await updateCell(cell, { [resultField]: toStoredResult(table, run, storedLimit()) });
}

/** Asks whether the notebook keeps results in its file, and puts those that are shown into it or takes them out. */
export async function chooseStoring(results: ResultStore): Promise<void> {
  const notebook = requireNotebook();
  const isOn = storesResults(notebook);
  const current = vscode.l10n.t('current');
  const off = vscode.l10n.t('Do not store results');
  const on = vscode.l10n.t('Store results in the file');
  const limit = vscode.l10n.t('up to {0} kB for each cell', storedLimit() / 1000);
  const picked = await window.showQuickPick(
    [
      {
        label: off,
        description: isOn ? undefined : current,
        detail: vscode.l10n.t('The file holds queries only.'),
      },
      {
        label: on,
        description: isOn ? current : undefined,
        detail: vscode.l10n.t('Whoever opens the notebook sees them without running it, {0}.', limit),
      },
    ],
    { title: vscode.l10n.t('Results of this notebook') },
  );
  if (!picked || (picked.label === on) === isOn) return;
  await updateNotebook(notebook, { [field]: picked.label === on ? true : undefined });
  for (const cell of notebook.getCells()) await storeShown(cell, results);
}

/** Bytes. */
const storedLimit = () =>
  vscode.workspace.getConfiguration('netsensor').get<number>('storedResultSize', 256) * 1000;
