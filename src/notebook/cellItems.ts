import * as vscode from 'vscode';
import { Command } from '../ids.js';
import { refreshSeconds } from './cellRefresh.js';
import { intervalText } from './intervalText.js';
import { namesIntervals, notebookRange, ownRange } from './notebookTimes.js';
import { cellName } from './notebookVariables.js';
import { byteCount, readRunSummary, rowCountText, type RunSummary } from './runSummary.js';

/** The items of a cell: what its last run gave, the range that counts for the next one, its name and how often it runs. */
export async function cellItems(cell: vscode.NotebookCell): Promise<vscode.NotebookCellStatusBarItem[]> {
  const summary = readRunSummary(cell.outputs[0]?.metadata);
  const items = summary ? [runItem(summary)] : [];
  if (summary?.ranAt !== undefined) items.push(storedItem(summary.ranAt));
  if (summary && summary.intervals.length > 0) items.push(intervalItem(summary));
  if (cell.kind !== vscode.NotebookCellKind.Code) return items;
  if (!(await namesIntervals(cell))) items.push(rangeItem(cell));
  return [...items, ...settingItems(cell)];
}

function runItem(summary: RunSummary): vscode.NotebookCellStatusBarItem {
  const { rowCount, totalRows, elapsed, bytes, connection } = summary;
  const size = bytes === undefined ? '' : byteCount(bytes);
  const time = elapsed === undefined ? '' : duration(elapsed);
  const parts = [rowCountText(rowCount, totalRows), size, time, connection].filter(Boolean);
  const item = leftItem(`$(table) ${plain(parts.join(' · '))}`);
  item.tooltip = vscode.l10n.t('Rows, size of the answer, time until it was there, and the connection asked');
  return item;
}

function storedItem(ranAt: string): vscode.NotebookCellStatusBarItem {
  const item = leftItem(`$(archive) ${plain(new Date(ranAt).toLocaleString(vscode.env.language))}`);
  item.tooltip = vscode.l10n.t(
    'This result comes from the file and was answered then. Run the cell for a new one.',
  );
  return item;
}

function intervalItem({ intervals, timeZone }: RunSummary): vscode.NotebookCellStatusBarItem {
  const [first = '', ...others] = intervals;
  const more = others.length > 0 ? ` ${vscode.l10n.t('and {0} more', others.length)}` : '';
  const item = leftItem(`$(calendar) ${plain(intervalText(first, timeZone))}${more}`);
  item.tooltip = vscode.l10n.t('The time that was looked at: {0}', intervals.join(', '));
  return item;
}

function rangeItem(cell: vscode.NotebookCell): vscode.NotebookCellStatusBarItem {
  const own = ownRange(cell);
  const item = leftItem(`$(clock) ${plain(own ?? notebookRange(cell.notebook))}`);
  item.tooltip =
    own === undefined
      ? vscode.l10n.t('Range of the notebook, for the next run. Select to give this cell another one.')
      : vscode.l10n.t('Range of this cell, for the next run. Select to change it.');
  item.command = { command: Command.setCellTimeRange, title: '', arguments: [cell] };
  return item;
}

/** The name of a cell, and how often it runs by itself. */
function settingItems(cell: vscode.NotebookCell): vscode.NotebookCellStatusBarItem[] {
  const item = (text: string, tooltip: string, command: string) => {
    const made = leftItem(text);
    made.tooltip = tooltip;
    made.command = { command, title: '', arguments: [cell] };
    return made;
  };
  const name = cellName(cell);
  const seconds = refreshSeconds(cell);
  return [
    ...(name === undefined
      ? []
      : [
          item(
            `$(tag) ${plain(name)}`,
            vscode.l10n.t('Name of the cell. Select to change it.'),
            Command.nameCell,
          ),
        ]),
    ...(seconds === undefined
      ? []
      : [
          item(
            `$(sync) ${vscode.l10n.t('every {0} s', seconds)}`,
            vscode.l10n.t('Runs again by itself. Select to change it.'),
            Command.refreshCell,
          ),
        ]),
  ];
}

const leftItem = (text: string) =>
  new vscode.NotebookCellStatusBarItem(text, vscode.NotebookCellStatusBarAlignment.Left);

const plain = (text: string) => text.replaceAll('$(', '$\u200b(');

function duration(milliseconds: number): string {
  return milliseconds < 1000
    ? vscode.l10n.t('{0} ms', Math.round(milliseconds))
    : vscode.l10n.t('{0} s', (milliseconds / 1000).toFixed(1));
}
