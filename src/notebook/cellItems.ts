import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { Command } from '../ids.js';
import { NotebookCellStatusBarItem } from '../ui/doors.js';
import { byteCount, momentWords, rowCountText } from '../words/locale.js';
import { inert, joined, nameList, quoted, shown, type Inert } from '../words/inert.js';
import { intervalText, shortIntervalText } from '../model/text/zonedTime.js';
import { hasAutoBuckets } from '../model/query/queryVariables.js';
import { chosenValue, type NotebookVariable } from '../model/notebook/notebookVariables.js';
import type { VariableTarget } from './variables/cellVariables.js';
import type { Connections } from '../connections/connection.js';
import { press } from '../ui/confirmRisk.js';
import { remedyButton } from '../ui/remedyButtons.js';
import { cure, type CureHost } from './cures.js';
import { notebookRange, notebookZone, ownRange, cellName, refreshSeconds } from './notebookMetadata.js';
import { activeNotebook, untilClosed } from './openNotebooks.js';
import { changedVariables, variablePlaces } from './variables/variableUses.js';
import { earlierRange, writtenIntervals, writtenQuery, type RangeSteps } from './time/rangeSteps.js';
import { bucketWords, shortRange } from './time/rangeWords.js';
import { variablesOf } from './variables/storedVariables.js';
import { valueWords } from './variables/variableWords.js';
import { asksOtherwise } from './staleAnswers.js';
import { selectKernel } from './run/notebookControllers.js';
import { runCells } from './results/resultEdits.js';
import { answerSummary, awaitedVariable, type RunSummary } from './results/runSummary.js';
import { oddRowsText, remarksTexts } from '../words/queryWords.js';
import { duration, mayWorkLater, offeredRemedy } from './results/runWords.js';

/** The items of a cell: what its last run gave, the range that counts for the next one, its name and how often it runs. */
export function cellItems(cell: vscode.NotebookCell, ranges: RangeSteps): vscode.NotebookCellStatusBarItem[] {
  const summary = answerSummary(cell);
  const items = summary ? [runItem(cell, summary), connectionItem(summary)] : [];
  if (cell.kind !== vscode.NotebookCellKind.Code) return items;
  items.push(writtenIntervals(cell) === undefined ? rangeItem(cell) : ownTimeItem(cell));
  const earlier = earlierRange(cell, ranges);
  if (earlier !== undefined) items.push(backItem(cell, earlier));
  return [
    ...remedyItems(cell),
    ...changedItems(cell),
    ...variableItems(cell),
    ...items,
    ...settingItems(cell),
  ];
}

/** What helps at once against the failure of the last run. */
function remedyItems(cell: vscode.NotebookCell): vscode.NotebookCellStatusBarItem[] {
  const offered = offeredRemedy(cell);
  const click = { command: Command.cureCell, argument: cell };
  if (!offered) {
    if (!mayWorkLater(cell)) return [];
    return [leftItem(l10n.t('$(refresh) Try again'), l10n.t('Select to run the cell again'), click)];
  }
  const { icon, label, tooltip } = remedyButton(offered);
  return [leftItem(shown`$(${inert(icon)}) ${label}`, tooltip, click)];
}

/** Takes what helps against the failure of a cell, and runs it again once that has helped, unless it was run by then. */
export async function cureCell(
  { connections }: { readonly connections: Connections },
  cell: vscode.NotebookCell,
): Promise<void> {
  const offered = offeredRemedy(cell);
  if (!offered) return mayWorkLater(cell) ? runCells([cell]) : undefined;
  const { notebook, outputs } = cell;
  const [failure] = outputs;
  const host: CureHost = {
    connections,
    press,
    setting: name => vscode.workspace.getConfiguration().get(name),
    isInFront: () => activeNotebook() === notebook,
    onDidTurn: vscode.window.onDidChangeActiveNotebookEditor,
  };
  const connectionId = await untilClosed(notebook, closed => cure(offered, host, closed));
  if (connectionId === undefined || cell.outputs[0] !== failure) return;
  if (connectionId !== offered.connectionId) await selectKernel(notebook, connectionId);
  await runCells([cell]);
}

/** A cell that asks for something else since it was answered, or lacked a value until now. */
function changedItems(cell: vscode.NotebookCell): vscode.NotebookCellStatusBarItem[] {
  const names = changedVariables(cell);
  if (names.length === 0 && !asksOtherwise(cell)) return [];
  const tooltip = staleWords(cell, names);
  const text = shown`$(debug-rerun) ${l10n.t('Run again')}`;
  return [leftItem(text, tooltip, { command: Command.runChangedCells, argument: cell })];
}

function staleWords(cell: vscode.NotebookCell, names: readonly string[]): Inert {
  if (names.includes(awaitedVariable(cell) ?? ''))
    return l10n.t('{0} has a value now. Select to run the cell.', nameList(names));
  return names.length > 0
    ? l10n.t('This result is for another value of {0}. Select to run the cell again.', nameList(names))
    : l10n.t('This result is for another query, range or zone. Select to run the cell again.');
}

/** VS Code leaves out items that have no room; what the last run gave is to have some. */
const mostVariables = 3;

/** The variables that a cell uses, with what they stand for, those first that the notebook lacks. */
function variableItems(cell: vscode.NotebookCell): vscode.NotebookCellStatusBarItem[] {
  const { notebook } = cell;
  const known = variablesOf(notebook);
  const names = [...new Set(variablePlaces(cell).map(({ name }) => name))].toSorted(
    (a, b) => Number(known.has(a)) - Number(known.has(b)),
  );
  const others = names.length - mostVariables;
  return [
    ...names.slice(0, mostVariables).map(name => variableItem({ notebook, name }, known.get(name))),
    ...(others > 0
      ? [
          leftItem(
            l10n.t('{0} more', others),
            l10n.t('Select to choose among the variables of the notebook.'),
            { command: Command.setVariable, argument: undefined },
          ),
        ]
      : []),
  ];
}

function variableItem(target: VariableTarget, variable: NotebookVariable | undefined) {
  const click = { command: Command.setVariable, argument: target };
  const name = quoted(target.name);
  if (!variable) {
    const missing = l10n.t('The notebook has no such variable. Select to add it.');
    return leftItem(shown`$(warning) ${name}: ${l10n.t('not added yet')}`, missing, click);
  }
  const value = chosenValue(variable);
  const tooltip = joined(
    [
      shown`${name}: ${valueWords(value, 10)}`,
      l10n.t('Variable of the notebook. Select to choose its value.'),
    ],
    '\n',
  );
  return leftItem(shown`$(symbol-variable) ${name}: ${valueWords(value)}`, tooltip, click);
}

/**
 * One item that holds what matters, said first: VS Code cuts off an item that is wider than half a cell, and leaves out those
 * that have no room.
 */
function runItem(cell: vscode.NotebookCell, summary: RunSummary): vscode.NotebookCellStatusBarItem {
  const { rowCount, totalRows, elapsed, bytes, connection, intervals, timeZone, ranAt, isStored, oddRows } =
    summary;
  const [first, ...others] = intervals;
  const zone = timeZone === notebookZone(cell.notebook) ? '' : ` (${timeZone})`;
  const answer = [rowCountText(rowCount, totalRows), bytes === undefined ? undefined : byteCount(bytes)];
  const short = [
    first === undefined ? undefined : inert(shortIntervalText(first, timeZone) + zone),
    others.length > 0 ? l10n.t('and {0} more', others.length) : undefined,
    hasAutoBuckets(writtenQuery(cell)) ? bucketWords(summary.granularity) : undefined,
    ...answer,
  ];
  const text = joined([isStored ? shown`$(archive)` : '', joined(short, ' · ')]);
  const looked = [...intervals.map(interval => intervalText(interval, timeZone)), ...intervals];
  const times = joined(looked.map(inert), '\n');
  const moment = momentWords(Date.parse(ranAt));
  const fromFile = l10n.t(
    'This result comes from the file and was answered {0}. Run the cell for a new one.',
    moment,
  );
  const tooltip = joined(
    [
      isStored ? fromFile : l10n.t('Answered {0}', moment),
      joined([...answer, inert(connection)], ' · '),
      // VS Code shows how long the run took beside it.
      elapsed === undefined ? undefined : l10n.t('From the request to the last row: {0}', duration(elapsed)),
      ...remarksTexts(summary),
      oddRowsText(oddRows, totalRows + oddRows),
      looked.length === 0 ? '' : l10n.t('The time that was looked at: {0}', times),
    ],
    '\n',
  );
  return leftItem(text, tooltip);
}

const connectionItem = ({ connection }: RunSummary) =>
  leftItem(shown`$(server-environment) ${inert(connection)}`, l10n.t('The connection that answered'));

function rangeItem(cell: vscode.NotebookCell): vscode.NotebookCellStatusBarItem {
  const own = ownRange(cell);
  const tooltip =
    own === undefined
      ? l10n.t('Range of the notebook, for the next run. Select to give this cell another one.')
      : l10n.t('Range of this cell, for the next run. Select to change it.');
  const text = shown`$(clock) ${shortRange(own ?? notebookRange(cell.notebook), notebookZone(cell.notebook))}`;
  return leftItem(text, tooltip, { command: Command.setCellTimeRange, argument: cell });
}

function ownTimeItem(cell: vscode.NotebookCell): vscode.NotebookCellStatusBarItem {
  const tooltip = l10n.t(
    'The text of this cell names its intervals, so it does not follow the notebook. Select to use the range of the notebook.',
  );
  const click = { command: Command.useNotebookRange, argument: cell };
  return leftItem(shown`$(clock) ${l10n.t('own intervals')}`, tooltip, click);
}

function backItem(cell: vscode.NotebookCell, earlier: string): vscode.NotebookCellStatusBarItem {
  const before = shortRange(earlier, notebookZone(cell.notebook));
  const tooltip = l10n.t('Back to the time range before: {0}', before);
  const click = { command: Command.previousTimeRange, argument: cell };
  return leftItem(shown`$(arrow-left) ${l10n.t('Back')}`, tooltip, click);
}

/** The name of a cell, and how often it runs by itself. */
function settingItems(cell: vscode.NotebookCell): vscode.NotebookCellStatusBarItem[] {
  const name = cellName(cell);
  const seconds = refreshSeconds(cell);
  const named = l10n.t('Name of the cell. Select to change it.');
  const runs = l10n.t('Runs again by itself. Select to change it.');
  const every = seconds !== undefined && shown`$(sync) ${l10n.t('every {0} s', seconds)}`;
  return [
    ...(name
      ? [leftItem(shown`$(tag) ${inert(name)}`, named, { command: Command.nameCell, argument: cell })]
      : []),
    ...(every ? [leftItem(every, runs, { command: Command.refreshCell, argument: cell })] : []),
  ];
}

/** @param click the command that a click calls, mostly with the cell */
function leftItem(text: Inert, tooltip: Inert, click?: { command: string; argument: unknown }) {
  const item = new NotebookCellStatusBarItem(text, vscode.NotebookCellStatusBarAlignment.Left);
  item.tooltip = tooltip;
  if (click) {
    const { command, argument } = click;
    item.command = { command, title: '', arguments: argument === undefined ? [] : [argument] };
  }
  return item;
}
