import * as vscode from 'vscode';
import { Command } from '../../ids.js';
import {
  chosenValue,
  redefined,
  type NotebookVariable,
  type VariableDefinition,
} from '../../model/notebook/notebookVariables.js';
import { dataSourceNames, dimensions } from '../../model/query/dataSources.js';
import { isVariableName } from '../../model/query/queryVariables.js';
import { window, type QuickPickItem } from '../../ui/doors.js';
import type { CommandHandler } from '../../ui/registerCommands.js';
import { inert, quoted, NothingToDoError, shown } from '../../words/inert.js';
import type { LiveValues } from '../editing/liveValues.js';
import { requireNotebook } from '../notebookMetadata.js';
import { runCells } from '../results/resultEdits.js';
import type { VariableTarget } from '../run/cellVariables.js';
import { askForValue } from './askForValue.js';
import { setVariable, variablesOf } from './storedVariables.js';
import { cellsUsing, outdatedCells, usedVariables } from './variableUses.js';
import { definitionWords, namesAreWords, valueWords } from './variableWords.js';

/** The commands that add variables, choose what they stand for, and run the cells that use them. */
export function variableCommands(values: LiveValues): Record<string, CommandHandler> {
  return {
    [Command.setVariable]: async (clicked?: Partial<VariableTarget>) => {
      const target = isTarget(clicked) ? clicked : await pickVariable(requireNotebook());
      if (target) await chooseValue(target, values);
    },
    [Command.addVariable]: async () => {
      const target = await askForName(requireNotebook());
      if (target) await chooseValue(target, values);
    },
    [Command.editVariable]: async ({ notebook, name }: VariableTarget) => {
      const definition = await chooseDefinition();
      const variable = variablesOf(notebook).get(name) ?? {};
      if (definition) await setVariable(notebook, name, redefined(variable, definition));
    },
    [Command.removeVariable]: ({ notebook, name }: VariableTarget) => setVariable(notebook, name, undefined),
    [Command.runVariableCells]: async (target: VariableTarget) => {
      const cells = cellsUsing(target);
      if (cells.length === 0) {
        throw new NothingToDoError(vscode.l10n.t('No cell uses {0}.', quoted(target.name)));
      }
      await runCells(cells);
    },
    [Command.runChangedCells]: async (clicked?: vscode.NotebookCell) => {
      const notebook = clicked?.notebook ?? requireNotebook();
      const cells = clicked ? [clicked] : outdatedCells(notebook);
      if (cells.length === 0) {
        throw new NothingToDoError(vscode.l10n.t('No variable has changed since the cells were run.'));
      }
      await runCells(cells);
    },
  };
}

/** The toolbar of a notebook gives its commands something else. */
const isTarget = (clicked: Partial<VariableTarget> | undefined): clicked is VariableTarget =>
  typeof clicked?.name === 'string' && clicked.notebook !== undefined;

async function pickVariable(notebook: vscode.NotebookDocument): Promise<VariableTarget | undefined> {
  const picked = await window.showQuickPick<QuickPickItem & { readonly target?: VariableTarget }>(
    [
      ...usedVariables(notebook).map(({ name, variable }) => ({
        label: quoted(name),
        description: variable ? valueWords(chosenValue(variable)) : vscode.l10n.t('not added yet'),
        target: { notebook, name },
      })),
      { label: vscode.l10n.t('New variable…') },
    ],
    { title: vscode.l10n.t('Variables of the notebook') },
  );
  return picked && (picked.target ?? askForName(notebook));
}

async function askForName(notebook: vscode.NotebookDocument): Promise<VariableTarget | undefined> {
  const name = await window.showInputBox({
    title: vscode.l10n.t('Name of the variable'),
    prompt: vscode.l10n.t('Queries use it as {0}.', shown`\${name}`),
    validateInput: text => {
      if (!isVariableName(text)) return namesAreWords();
      return variablesOf(notebook).has(text)
        ? vscode.l10n.t('The notebook has a variable with this name already.')
        : undefined;
    },
  });
  return name === undefined ? undefined : { notebook, name };
}

/** Chooses what a variable stands for; one that the notebook does not have yet is added, with what it is for. */
async function chooseValue({ notebook, name }: VariableTarget, values: LiveValues): Promise<void> {
  const known = variablesOf(notebook).get(name);
  const added = known ?? (await definitionOfNew({ notebook, name }));
  if (!added) return;
  const value = await askForValue({ notebook, name, variable: added }, values);
  // It may have been changed while somebody was asked.
  const variable: NotebookVariable = variablesOf(notebook).get(name) ?? added;
  if (value !== undefined)
    await setVariable(notebook, name, { ...variable, [known ? 'value' : 'default']: value });
  else if (!known) await setVariable(notebook, name, variable);
}

/** Where a variable stands says mostly what it is for; else somebody is asked. */
async function definitionOfNew({ notebook, name }: VariableTarget): Promise<VariableDefinition | undefined> {
  const used = usedVariables(notebook).find(each => each.name === name);
  return used ? used.definition : chooseDefinition();
}

/** Any text, a number, a time, or the values of a dimension. */
async function chooseDefinition(): Promise<VariableDefinition | undefined> {
  const simple: VariableDefinition[] = [{}, { type: 'number' }, { type: 'time' }];
  const picked = await window.showQuickPick(
    [
      ...simple.map(definition => ({ label: definitionWords(definition), definition })),
      ...dataSourceNames.flatMap(dataSource =>
        dimensions[dataSource].map(dimension => ({
          label: inert(dimension),
          description: inert(dataSource),
          definition: { dimension, dataSource },
        })),
      ),
    ],
    {
      title: vscode.l10n.t('What is the variable for?'),
      placeHolder: vscode.l10n.t('A kind of value, or a dimension whose values are offered'),
    },
  );
  return picked?.definition;
}
