import * as vscode from 'vscode';
import { Command } from '../ids.js';
import { NotebookCellStatusBarItem } from '../ui/doors.js';
import { byteCount, inert, joined, shown, type Inert, momentWords } from '../words/inert.js';
import { refreshSeconds } from './run/cellRefresh.js';
import { intervalText, shortIntervalText } from '../model/text/zonedTime.js';
import { namesIntervals, notebookRange, notebookZone, ownRange, cellName } from './notebookMetadata.js';
import {
  oddRowsText,
  answerOutput,
  readRunSummary,
  rowCountText,
  type RunSummary,
} from './results/runSummary.js';

/** The items of a cell: what its last run gave, the range that counts for the next one, its name and how often it runs. */
export async function cellItems(cell: vscode.NotebookCell): Promise<vscode.NotebookCellStatusBarItem[]> {
  const summary = readRunSummary(answerOutput(cell)?.metadata);
  const items = summary ? [runItem(summary, notebookZone(cell.notebook)), connectionItem(summary)] : [];
  if (cell.kind !== vscode.NotebookCellKind.Code) return items;
  if (!(await namesIntervals(cell))) items.push(rangeItem(cell));
  return [...items, ...settingItems(cell)];
}

/**
 * One item that holds what matters, said first: VS Code cuts off an item that is wider than half a cell, and leaves out those
 * that have no room.
 * @param shownZone the time zone that the window shows; another one is named
 */
function runItem(summary: RunSummary, shownZone: string): vscode.NotebookCellStatusBarItem {
  const { rowCount, totalRows, elapsed, bytes, connection, intervals, timeZone, ranAt, isStored, oddRows } =
    summary;
  const [first, ...others] = intervals;
  const zone = timeZone === shownZone ? '' : ` (${timeZone})`;
  const answer = [
    rowCountText(rowCount, totalRows),
    bytes === undefined ? undefined : byteCount(bytes),
    elapsed === undefined ? undefined : duration(elapsed),
  ];
  const short = [
    first === undefined ? undefined : inert(shortIntervalText(first, timeZone) + zone),
    others.length > 0 ? vscode.l10n.t('and {0} more', others.length) : undefined,
    ...answer,
  ];
  const item = leftItem(joined([isStored ? shown`$(archive)` : '', joined(short, ' · ')]));
  const looked = [...intervals.map(interval => intervalText(interval, timeZone)), ...intervals];
  const times = joined(looked.map(inert), '\n');
  item.tooltip = joined(
    [
      isStored ? storedSentence(ranAt) : vscode.l10n.t('Answered {0}', momentWords(Date.parse(ranAt))),
      joined([...answer, inert(connection)], ' · '),
      oddRowsText(oddRows, totalRows + oddRows),
      looked.length === 0 ? '' : vscode.l10n.t('The time that was looked at: {0}', times),
    ],
    '\n',
  );
  return item;
}

function connectionItem({ connection }: RunSummary): vscode.NotebookCellStatusBarItem {
  const item = leftItem(shown`$(server-environment) ${inert(connection)}`);
  item.tooltip = vscode.l10n.t('The connection that answered');
  return item;
}

function storedSentence(ranAt: string): Inert {
  return vscode.l10n.t(
    'This result comes from the file and was answered {0}. Run the cell for a new one.',
    momentWords(Date.parse(ranAt)),
  );
}

function rangeItem(cell: vscode.NotebookCell): vscode.NotebookCellStatusBarItem {
  const own = ownRange(cell);
  const item = leftItem(shown`$(clock) ${inert(own ?? notebookRange(cell.notebook))}`);
  item.tooltip =
    own === undefined
      ? vscode.l10n.t('Range of the notebook, for the next run. Select to give this cell another one.')
      : vscode.l10n.t('Range of this cell, for the next run. Select to change it.');
  item.command = { command: Command.setCellTimeRange, title: '', arguments: [cell] };
  return item;
}

/** The name of a cell, and how often it runs by itself. */
function settingItems(cell: vscode.NotebookCell): vscode.NotebookCellStatusBarItem[] {
  const item = (text: Inert, tooltip: Inert, command: string) => {
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
            shown`$(tag) ${inert(name)}`,
            vscode.l10n.t('Name of the cell. Select to change it.'),
            Command.nameCell,
          ),
        ]),
    ...(seconds === undefined
      ? []
      : [
          item(
            shown`$(sync) ${vscode.l10n.t('every {0} s', seconds)}`,
            vscode.l10n.t('Runs again by itself. Select to change it.'),
            Command.refreshCell,
          ),
        ]),
  ];
}

const leftItem = (text: Inert) =>
  new NotebookCellStatusBarItem(text, vscode.NotebookCellStatusBarAlignment.Left);

function duration(milliseconds: number): Inert {
  return milliseconds < 1000
    ? vscode.l10n.t('{0} ms', Math.round(milliseconds))
    : vscode.l10n.t('{0} s', inert((milliseconds / 1000).toFixed(1)));
}
