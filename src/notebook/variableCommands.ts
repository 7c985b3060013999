import * as vscode from 'vscode';
import { Command } from '../ids.js';
import { window, type QuickPickItem } from '../ui/doors.js';
import { inert, quoted, shown } from '../words/inert.js';
import { dataSourceNames, dimensions } from '../model/query/dataSources.js';
import { isVariableName } from '../model/query/queryText.js';
import type { CommandHandler } from '../ui/registerCommands.js';
import type { LiveValues } from './editing/liveValues.js';
import { leastSeconds, mostSeconds, refreshField, refreshSeconds } from './run/cellRefresh.js';
import {
  namedConnection,
  requireCell,
  requireNotebook,
  notebookRange,
  notebookZone,
  cellName,
  chosenValue,
  nameField,
  setVariable,
  updateCell,
  variablesOf,
} from './notebookMetadata.js';

/**
 * The commands that set variables, name cells and say how often these run.
 * @param stop gives up the next run of a cell
 */
export function variableCommands(
  values: LiveValues,
  stop: (cell: vscode.NotebookCell) => void,
): Record<string, CommandHandler> {
  return {
    [Command.refreshCell]: async (clicked?: vscode.NotebookCell) => {
      const cell = requireCell(clicked);
      if (await chooseRefresh(cell)) stop(cell);
    },
    [Command.setVariable]: () => chooseVariable(requireNotebook(), values),
    [Command.nameCell]: async (clicked?: vscode.NotebookCell) => {
      const cell = requireCell(clicked);
      const others = cell.notebook
        .getCells()
        .filter(other => other !== cell)
        .map(cellName);
      const name = await window.showInputBox({
        title: vscode.l10n.t('Name of the cell'),
        prompt: vscode.l10n.t(
          'Other cells use a column of its result as {0}. Empty takes the name away.',
          shown`\${name.column}`,
        ),
        value: cellName(cell) ?? '',
        validateInput: text => {
          if (text !== '' && !isVariableName(text)) return namesAreWords();
          return others.includes(text) && text !== ''
            ? vscode.l10n.t('Another cell has this name.')
            : undefined;
        },
      });
      if (name !== undefined) await updateCell(cell, { [nameField]: name === '' ? undefined : name });
    },
  };
}

/** Asks how often a cell is to run by itself; whether somebody has answered. */
async function chooseRefresh(cell: vscode.NotebookCell): Promise<boolean> {
  const [least, most] = [leastSeconds, mostSeconds];
  const typed = await window.showInputBox({
    title: vscode.l10n.t('Run the cell again every … seconds'),
    prompt: vscode.l10n.t('From {0} to {1}; empty turns it off. It begins with the next run.', least, most),
    value: String(refreshSeconds(cell) ?? ''),
    validateInput: text => {
      const seconds = Number(text);
      if (text === '' || (Number.isInteger(seconds) && seconds >= least && seconds <= most)) return undefined;
      return vscode.l10n.t('Write a whole number from {0} to {1}, or nothing.', least, most);
    },
  });
  if (typed === undefined) return false;
  await updateCell(cell, { [refreshField]: typed === '' ? undefined : Number(typed) });
  return true;
}

const namesAreWords = () => vscode.l10n.t('Use letters, digits, - and _, with a letter first.');

async function chooseVariable(notebook: vscode.NotebookDocument, values: LiveValues): Promise<void> {
  const known = variablesOf(notebook);
  const picked = await window.showQuickPick<QuickPickItem & { readonly name?: string }>(
    [
      ...[...known].map(([name, variable]) => ({
        label: quoted(name),
        description: inert(String(chosenValue(variable) ?? '')),
        name,
      })),
      { label: vscode.l10n.t('New variable…') },
    ],
    { title: vscode.l10n.t('Variables of the notebook') },
  );
  const name = picked && (picked.name ?? (await askForName()));
  if (!name) return;
  const variable = known.get(name) ?? (await describeNew());
  if (!variable) return;
  await setVariable(notebook, name, variable);
  const value = await askForValue(notebook, name, values);
  const field = known.has(name) ? 'value' : 'default';
  if (value !== undefined) await setVariable(notebook, name, { ...variable, [field]: value });
}

const askForName = () =>
  window.showInputBox({
    title: vscode.l10n.t('Name of the variable'),
    prompt: vscode.l10n.t('Queries use it as {0}.', shown`\${name}`),
    validateInput: text => (isVariableName(text) ? undefined : namesAreWords()),
  });

/** A variable may offer the values of a dimension. */
async function describeNew(): Promise<{ dimension?: string; dataSource?: string } | undefined> {
  const items = dataSourceNames.flatMap(dataSource =>
    dimensions[dataSource].map(dimension => ({
      label: inert(dimension),
      description: inert(dataSource),
      variable: { dimension, dataSource },
    })),
  );
  const picked = await window.showQuickPick([{ label: vscode.l10n.t('Any text'), variable: {} }, ...items], {
    title: vscode.l10n.t('Offer the values of a dimension'),
  });
  return picked?.variable;
}

/** Asks for the value of a variable: one of those in the data when it stands for a dimension, else any text. */
export async function askForValue(
  notebook: vscode.NotebookDocument,
  name: string,
  values: LiveValues,
): Promise<string | undefined> {
  const variable = variablesOf(notebook).get(name);
  const title = vscode.l10n.t('Value of {0}', quoted(name));
  const offered = await liveValues(notebook, variable, values);
  if (offered.length > 0) {
    const picked = await window.showQuickPick<QuickPickItem & { readonly value?: string }>(
      [
        ...offered.map(value => ({ label: inert(value), value })),
        { label: vscode.l10n.t('Other value…'), alwaysShow: true },
      ],
      { title },
    );
    if (!picked || picked.value !== undefined) return picked?.value;
  }
  const value = variable && chosenValue(variable);
  return window.showInputBox({ title, value: value === undefined ? '' : String(value) });
}

async function liveValues(
  notebook: vscode.NotebookDocument,
  variable: { readonly dimension?: string | undefined; readonly dataSource?: string | undefined } | undefined,
  values: LiveValues,
): Promise<readonly string[]> {
  const connectionId = namedConnection(notebook);
  const dataSource = dataSourceNames.find(name => name === variable?.dataSource);
  const dimension = variable?.dimension;
  if (connectionId === undefined || !dataSource || dimension === undefined) return [];
  const question = {
    connectionId,
    dataSource,
    dimension,
    range: notebookRange(notebook),
    zone: notebookZone(notebook),
  };
  return values.read(question, AbortSignal.timeout(5000));
}
