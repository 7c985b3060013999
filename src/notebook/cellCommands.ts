import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import { window } from '../ui/doors.js';
import { shown } from '../words/inert.js';
import { durationWords } from '../words/locale.js';
import { isVariableName } from '../model/query/queryVariables.js';
import type { CellRefresh } from './run/cellRefresh.js';
import {
  cellName,
  leastSeconds,
  mostSeconds,
  nameField,
  refreshField,
  refreshSeconds,
  updateCell,
  updateNotebook,
} from './notebookMetadata.js';
import { requireCell, requireNotebook } from './openNotebooks.js';
import { runCells } from './results/resultEdits.js';
import { namesAreWords } from './variables/variableWords.js';

/** Asks how often a cell is to run by itself, and runs it for the first time. */
export async function refreshCell(
  { refresh }: { readonly refresh: CellRefresh },
  clicked?: vscode.NotebookCell,
): Promise<void> {
  const cell = requireCell(clicked);
  if (!(await chooseRefresh(cell))) return;
  refresh.stop(cell);
  if (refreshSeconds(cell) !== undefined) await runCells([cell]);
}

/** Seconds that a notebook may wait before it runs again. */
const notebookSeconds = [10, 30, 60, 300];

/** Asks how often the cells of the notebook that have a result are to run by themselves. */
export async function refreshNotebook(): Promise<void> {
  const notebook = requireNotebook();
  const current = refreshSeconds(notebook);
  const items = [undefined, ...notebookSeconds].map(seconds => ({
    label: seconds === undefined ? l10n.t('Off') : durationWords(seconds),
    description: seconds === current ? l10n.t('current') : undefined,
    seconds,
  }));
  const title = l10n.t('Run the cells that have a result again after');
  const placeHolder = l10n.t('It pauses while the notebook is not visible.');
  const picked = await window.showQuickPick(items, { title, placeHolder });
  if (picked) await updateNotebook(notebook, { [refreshField]: picked.seconds });
}

/** Asks for the name by which other cells use the result of a cell. */
export async function nameCell(_services: unknown, clicked?: vscode.NotebookCell): Promise<void> {
  const cell = requireCell(clicked);
  const others = cell.notebook
    .getCells()
    .filter(other => other !== cell)
    .map(cellName);
  const name = await window.showInputBox({
    title: l10n.t('Name of the cell'),
    prompt: l10n.t(
      'Other cells use a column of its result as {0}. Empty takes the name away.',
      shown`\${name.column}`,
    ),
    value: cellName(cell) ?? '',
    validateInput: text => {
      if (text !== '' && !isVariableName(text)) return namesAreWords();
      return others.includes(text) && text !== '' ? l10n.t('Another cell has this name.') : undefined;
    },
  });
  if (name !== undefined) await updateCell(cell, { [nameField]: name === '' ? undefined : name });
}

/** Asks how often a cell is to run by itself; whether somebody has answered. */
async function chooseRefresh(cell: vscode.NotebookCell): Promise<boolean> {
  const least = leastSeconds;
  const most = mostSeconds;
  const typed = await window.showInputBox({
    title: l10n.t('Run the cell again every … seconds'),
    prompt: l10n.t(
      'From {0} to {1}; empty turns it off. The cell runs at once, and then again and again.',
      least,
      most,
    ),
    value: String(refreshSeconds(cell) ?? ''),
    validateInput: text => {
      const seconds = Number(text);
      if (text === '' || (Number.isInteger(seconds) && seconds >= least && seconds <= most)) return undefined;
      return l10n.t('Write a whole number from {0} to {1}, or nothing.', least, most);
    },
  });
  if (typed === undefined) return false;
  await updateCell(cell, { [refreshField]: typed === '' ? undefined : Number(typed) });
  return true;
}
