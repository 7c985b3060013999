import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import { window, type QuickPickItem } from '../../ui/doors.js';
import { sayFailed } from '../../ui/listeners.js';
import { inert, type Inert } from '../../words/inert.js';
import { NothingToDoError } from '../../words/sentenceErrors.js';
import {
  changeCellRange,
  changeNotebookRange,
  goBack,
  useNotebookRange as useRange,
} from '../rangeChanges.js';
import { cellsByLabel } from '../cellLabels.js';
import { pickTime } from './pickTime.js';
import { followsNotebook, lastStep, writtenIntervals, type RangeSteps } from './rangeSteps.js';
import { recentRanges } from './recentRanges.js';
import { offeredRows, rangePlaceholder, typedRangeRows, type TimeRow } from './timeRows.js';
import {
  localZone,
  notebookRange,
  notebookZone,
  ownRange,
  queryCells,
  updateNotebook,
  zoneField,
} from '../notebookMetadata.js';
import { requireCell, requireNotebook, selectedCell } from '../openNotebooks.js';

/** What the commands that choose what time queries look at work with. */
export interface TimeServices {
  readonly ranges: RangeSteps;
  /** Has the ranges of before. */
  readonly globalState: vscode.Memento;
}

/** Asks for the range of the open notebook and uses it; nothing where nobody answers. @throws NothingToDoError without a notebook */
export async function setTimeRange({ ranges, globalState }: TimeServices): Promise<void> {
  const notebook = requireNotebook();
  const title = l10n.t('Time range of the notebook');
  const range = await askForRange({ title, current: notebookRange(notebook), notebook }, globalState);
  const text = range?.text;
  if (text === undefined) return;
  await tellingWhoStays(notebook, ranges, () => changeNotebookRange(notebook, text, ranges));
}

/** Does what may change the range of a notebook, and says then which cells have times of their own. */
export async function tellingWhoStays<T>(
  notebook: vscode.NotebookDocument,
  ranges: RangeSteps,
  change: () => Promise<T>,
): Promise<T> {
  const before = notebookRange(notebook);
  const result = await change();
  const others = queryCells(notebook).filter(cell => !followsNotebook(cell));
  // Not awaited: the range is chosen, whether or not anybody answers.
  if (others.length > 0 && notebookRange(notebook) !== before)
    offerRange(others, ranges).then(undefined, sayFailed);
  return result;
}

/** Says that cells have times of their own, which they keep. */
async function offerRange(cells: readonly vscode.NotebookCell[], ranges: RangeSteps): Promise<void> {
  const use = l10n.t('Use the notebook’s range…');
  const said =
    cells.length === 1
      ? l10n.t('1 cell has a time of its own and does not follow the notebook.')
      : l10n.t('{0} cells have times of their own and do not follow the notebook.', cells.length);
  if ((await window.showInformationMessage(said, use)) === use) await chooseFollowers(cells, ranges);
}

/** Gives a cell the range of its notebook, or without one those that are chosen of all that have times of their own. */
export async function useNotebookRange(
  { ranges }: TimeServices,
  clicked?: vscode.NotebookCell,
): Promise<void> {
  if (clicked?.document) return useRange([clicked], ranges);
  const cells = queryCells(requireNotebook()).filter(cell => !followsNotebook(cell));
  if (cells.length === 0) throw new NothingToDoError(l10n.t('All cells follow the range of the notebook.'));
  await chooseFollowers(cells, ranges);
}

async function chooseFollowers(cells: readonly vscode.NotebookCell[], ranges: RangeSteps): Promise<void> {
  const notebook = cells[0]?.notebook;
  if (!notebook || notebook.isClosed) return;
  const items = [...cellsByLabel(notebook)]
    .filter(([, cell]) => cells.includes(cell) && !followsNotebook(cell))
    .map(([label, cell]) => ({
      label: inert(label),
      description: inert(ownRange(cell) ?? [writtenIntervals(cell)].flat().map(String).join(', ')),
      cell,
      picked: true,
    }));
  const title = l10n.t('Cells that are to use the range of the notebook, in place of their own');
  const chosen = await window.showQuickPick(items, { title, canPickMany: true });
  if (chosen)
    await useRange(
      chosen.map(({ cell }) => cell),
      ranges,
    );
}

/**
 * Asks for a range of one cell, or for that of its notebook again, and uses it; nothing where nobody answers.
 * @param clicked the selected cell where there is none
 * @throws NothingToDoError where its text has intervals
 */
export async function setCellTimeRange(
  { ranges, globalState }: TimeServices,
  clicked?: vscode.NotebookCell,
): Promise<void> {
  const cell = requireCell(clicked);
  if (writtenIntervals(cell) !== undefined) {
    throw new NothingToDoError(
      l10n.t('This cell names its own intervals. Change them in its text, or remove them first.'),
    );
  }
  const { notebook } = cell;
  const current = ownRange(cell) ?? notebookRange(notebook);
  const title = l10n.t('Time range of the cell');
  const range = await askForRange(
    { title, current, notebook, inherited: notebookRange(notebook) },
    globalState,
  );
  if (range) await changeCellRange(cell, range.text, ranges);
}

/**
 * Goes back to the range before: that of the cell where it has had another, else that of its notebook.
 * @param clicked the selected cell where there is none
 * @throws NothingToDoError where there was no other
 */
export async function previousTimeRange(
  { ranges }: TimeServices,
  clicked?: vscode.NotebookCell,
): Promise<void> {
  const cell = clicked ?? selectedCell();
  const notebook = cell?.notebook ?? requireNotebook();
  const owner = { notebook, cell };
  const from = lastStep(owner, ranges) ? owner : { notebook, cell: undefined };
  if (await tellingWhoStays(notebook, ranges, () => goBack(from, ranges))) return;
  throw new NothingToDoError(l10n.t('This notebook has had no other time range since it was opened.'));
}

export async function setTimeZone(): Promise<void> {
  const notebook = requireNotebook();
  const zone = await askForZone();
  if (zone) await updateNotebook(notebook, { [zoneField]: zone.name });
}

interface RangeQuestion {
  readonly title: Inert;
  readonly current: string;
  readonly notebook: vscode.NotebookDocument;
  /** What counts when the cell gives up its own range; only cells have one. */
  readonly inherited?: string;
}

/** Undefined when nobody answered; without a text the range of the notebook is meant. */
function askForRange(question: RangeQuestion, state: vscode.Memento): Promise<TimeRow['answer']> {
  const { title, current, notebook, inherited } = question;
  const zone = notebookZone(notebook);
  const recent = recentRanges(state);
  const same = l10n.t('Range of the notebook');
  return pickTime({
    title,
    placeholder: rangePlaceholder(zone),
    offered: [
      ...(inherited === undefined
        ? []
        : [{ label: same, description: inert(inherited), answer: { text: undefined } }]),
      ...offeredRows({ current, recent, zone }),
    ],
    read: typed => typedRangeRows(typed, { now: Date.now(), zone }),
  });
}

async function askForZone(): Promise<{ name: string | undefined } | undefined> {
  const local = l10n.t('Time zone of the computer');
  const names = ['UTC', ...Intl.supportedValuesOf('timeZone').filter(name => name !== 'UTC')];
  const picked = await window.showQuickPick<QuickPickItem & { readonly name?: string }>(
    [{ label: local, description: inert(localZone()) }, ...names.map(name => ({ label: inert(name), name }))],
    { title: l10n.t('Time zone of the notebook') },
  );
  return picked && { name: picked.name };
}
