import { byteCount } from '../../words/locale.js';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { resultField } from '../../model/notebook/notebookFile.js';
import { toStoredResult, type StoredResult } from '../../model/results/storedResult.js';
import { updateCell, updateNotebook } from '../notebookMetadata.js';
import { requireNotebook } from '../openNotebooks.js';
import type { KeptResult, ResultStore } from './resultStore.js';
import { answerSummary, type RunSummary } from './runSummary.js';
import { window, type Log } from '../../ui/doors.js';
import { inBackground } from '../../ui/listeners.js';

/** Whether a notebook keeps the results of its cells in its file. */
const storeField = 'storeResults';
/** What it keeps of those that are larger than the limit; where it is not there, somebody is asked. */
const largeField = 'largeResults';

const storesResults = ({ metadata }: vscode.NotebookDocument): boolean => metadata[storeField] === true;

/** Bytes of a result that a notebook stores whole. */
const storedLimit = (): number =>
  vscode.workspace.getConfiguration('netsensor').get<number>('storedResultSize', 256) * 1000;

/**
 * Keeps what a cell shows in its notebook, if that is wanted there; else nothing of it.
 * @returns the size in bytes of a result that is too large, of which the file says only that
 */
async function storeShown(cell: vscode.NotebookCell, results: ResultStore): Promise<number | undefined> {
  if (cell.notebook.isClosed || cell.index < 0) return undefined;
  const isStoring = storesResults(cell.notebook);
  const shown = isStoring ? results.ofCell(cell) : undefined;
  // What the file has of a cell that was not run since stays; clearing it takes it away.
  if (isStoring && !shown) return undefined;
  const summary = answerSummary(cell);
  const stored = shown && summary && toStored(shown, summary);
  if (stored || resultField in cell.metadata) await updateCell(cell, { [resultField]: stored });
  return stored && 'tooLarge' in stored ? stored.tooLarge.size : undefined;
}

function toStored(
  { cell, connectionId, query, table }: KeptResult,
  {
    ranAt,
    connection,
    intervals,
    timeZone,
    variables = {},
    uses = {},
    asked,
    totalRows,
    oddRows,
    ...beside
  }: RunSummary,
): StoredResult {
  const by = { id: connectionId, name: connection };
  const used = {
    ...(Object.keys(variables).length > 0 && { variables }),
    ...(Object.keys(uses).length > 0 && { uses }),
  };
  const { remarks = [], isPart } = beside;
  const said = { ...(remarks.length > 0 && { remarks: [...remarks] }), ...(isPart && { isPart }) };
  const run = { ranAt, connection: by, intervals: [...intervals], timeZone, ...used, asked, ...said, query };
  const ofLarge = cell.notebook.metadata[largeField] === 'firstRows' ? 'firstRows' : 'size';
  return toStoredResult({ ...table, totalRows }, oddRows > 0 ? { ...run, oddRows } : run, {
    limit: storedLimit(),
    ofLarge,
  });
}

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
  const firstRows = l10n.t('Store the first rows');
  const raise = l10n.t('Store up to {0}', byteCount(enough * 1000));
  const onlySize = l10n.t('Store only its size');
  const sentence = l10n.t(
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

/** Asks what the notebook keeps of results in its file, and puts those that are shown into it or takes them out. */
export async function chooseStoring(storing: Storing): Promise<void> {
  const notebook = requireNotebook();
  const current = storesResults(notebook) ? (notebook.metadata[largeField] === 'firstRows' ? 2 : 1) : 0;
  const limit = l10n.t('up to {0} for each cell', byteCount(storedLimit()));
  const items = [
    { label: l10n.t('Do not store results'), detail: l10n.t('The file holds queries only.') },
    {
      label: l10n.t('Store results in the file'),
      detail: l10n.t('Whoever opens the notebook sees them without running it, {0}.', limit),
      fields: { [storeField]: true, [largeField]: undefined },
    },
    {
      label: l10n.t('Store results, and the first rows of large ones'),
      detail: l10n.t('Of a result that takes more, the file holds the rows that it has room for.'),
      fields: { [storeField]: true, [largeField]: 'firstRows' },
    },
  ].map((item, index) => ({
    ...item,
    description: index === current ? l10n.t('current') : undefined,
    index,
  }));
  const picked = await window.showQuickPick(items, { title: l10n.t('Results of this notebook') });
  if (!picked || picked.index === current) return;
  const none = { [storeField]: undefined, [largeField]: undefined };
  await updateNotebook(notebook, picked.fields ?? none);
  storing.asked.delete(notebook);
  await storeAndAsk(notebook.getCells(), storing);
}
