import * as vscode from 'vscode';
import { Command } from '../ids.js';
import type { CommandHandler } from '../ui/registerCommands.js';
import { quoted } from '../ui/plainLabel.js';
import type { LiveValues } from './liveValues.js';
import { namedConnection } from './notebookConnection.js';
import { requireCell, requireNotebook } from './notebookMetadata.js';
import { notebookRange, notebookZone } from './notebookTimes.js';
import { cellName, chosenValue, setCellName, setVariable, variablesOf } from './notebookVariables.js';

/** The commands that set variables and name cells. */
export function variableCommands(values: LiveValues): Record<string, CommandHandler> {
  return {
    [Command.setVariable]: () => chooseVariable(requireNotebook(), values),
    [Command.nameCell]: async (clicked?: vscode.NotebookCell) => {
      const cell = requireCell(clicked);
      const { isVariableName } = await import('../model/queryVariables.js');
      const others = cell.notebook
        .getCells()
        .filter(other => other !== cell)
        .map(cellName);
      const name = await vscode.window.showInputBox({
        title: vscode.l10n.t('Name of the cell'),
        prompt: vscode.l10n.t(
          'Other cells use a column of its result as {0}. Empty takes the name away.',
          '${name.column}',
        ),
        value: cellName(cell) ?? '',
        validateInput: text => {
          if (text !== '' && !isVariableName(text)) return namesAreWords();
          return others.includes(text) && text !== ''
            ? vscode.l10n.t('Another cell has this name.')
            : undefined;
        },
      });
      if (name !== undefined) await setCellName(cell, name === '' ? undefined : name);
    },
  };
}

const namesAreWords = () => vscode.l10n.t('Use letters, digits, - and _, with a letter first.');

async function chooseVariable(notebook: vscode.NotebookDocument, values: LiveValues): Promise<void> {
  const known = variablesOf(notebook);
  const add = vscode.l10n.t('New variable…');
  const picked = await vscode.window.showQuickPick<vscode.QuickPickItem>(
    [
      ...[...known].map(([label, variable]) => ({ label, description: String(chosenValue(variable) ?? '') })),
      { label: add },
    ],
    { title: vscode.l10n.t('Variables of the notebook') },
  );
  const name = picked?.label === add ? await askForName() : picked?.label;
  if (!name) return;
  const variable = known.get(name) ?? (await describeNew());
  if (!variable) return;
  await setVariable(notebook, name, variable);
  const value = await askForValue(notebook, name, values);
  const field = known.has(name) ? 'value' : 'default';
  if (value !== undefined) await setVariable(notebook, name, { ...variable, [field]: value });
}

async function askForName(): Promise<string | undefined> {
  const { isVariableName } = await import('../model/queryVariables.js');
  return vscode.window.showInputBox({
    title: vscode.l10n.t('Name of the variable'),
    prompt: vscode.l10n.t('Queries use it as {0}.', '${name}'),
    validateInput: text => (isVariableName(text) ? undefined : namesAreWords()),
  });
}

/** A variable may offer the values of a dimension. */
async function describeNew(): Promise<{ dimension?: string; dataSource?: string } | undefined> {
  const { dimensions, dataSourceNames } = await import('../model/dataSources.js');
  const free = vscode.l10n.t('Any text');
  const items = dataSourceNames.flatMap(dataSource =>
    dimensions[dataSource].map(label => ({ label, description: dataSource as string })),
  );
  const picked = await vscode.window.showQuickPick([{ label: free, description: '' }, ...items], {
    title: vscode.l10n.t('Offer the values of a dimension'),
  });
  if (!picked) return undefined;
  return picked.label === free ? {} : { dimension: picked.label, dataSource: picked.description };
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
  const other = vscode.l10n.t('Other value…');
  if (offered.length > 0) {
    const picked = await vscode.window.showQuickPick<vscode.QuickPickItem>(
      [...offered.map(label => ({ label })), { label: other, alwaysShow: true }],
      { title },
    );
    if (picked?.label !== other) return picked?.label;
  }
  const value = variable && chosenValue(variable);
  return vscode.window.showInputBox({ title, value: value === undefined ? '' : String(value) });
}

async function liveValues(
  notebook: vscode.NotebookDocument,
  variable: { readonly dimension?: string | undefined; readonly dataSource?: string | undefined } | undefined,
  values: LiveValues,
): Promise<readonly string[]> {
  const { dataSourceNames } = await import('../model/dataSources.js');
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
