import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import { redefined, type VariableDefinition } from '../../model/notebook/notebookVariables.js';
import { dataSourceNames, dimensions } from 'netsensor-contract/query/dataSources';
import { isVariableName } from '../../model/query/queryVariables.js';
import { window, type QuickPickItem } from '../../ui/doors.js';
import { sayFailed } from '../../ui/listeners.js';
import { inert, quoted, shown } from '../../words/inert.js';
import { NothingToDoError } from '../../words/sentenceErrors.js';
import type { LiveValues } from './liveValues.js';
import { requireNotebook } from '../openNotebooks.js';
import { runCells } from '../results/resultEdits.js';
import { staleCells } from '../staleAnswers.js';
import type { ChosenVariable, VariableTarget } from './cellVariables.js';
import { chooseValue } from './askForValue.js';
import * as renaming from './renameVariable.js';
import * as stored from './storedVariables.js';
import { cellsUsing, usedVariables } from './variableUses.js';
import { definitionWords, namesAreWords, runWords, variableWords } from './variableWords.js';

/** What the commands that add variables, choose what they stand for, and run the cells that use them work with. */
export interface VariableServices {
  readonly values: () => Promise<LiveValues>;
  readonly chosen: ChosenVariable;
  readonly globalState: vscode.Memento;
}

export async function setVariable(
  services: VariableServices,
  clicked?: Partial<VariableTarget>,
): Promise<void> {
  const target = isTarget(clicked) ? clicked : await pickVariable(requireNotebook());
  if (target) await setOrAdd(target, services);
}

export async function addVariable(services: VariableServices): Promise<void> {
  const target = await askForName(requireNotebook());
  if (target) await setOrAdd(target, services);
}

/** Changes what a variable is for. */
export async function editVariable(
  _services: VariableServices,
  { notebook, name }: VariableTarget,
): Promise<void> {
  const definition = await chooseDefinition();
  const variable = stored.variablesOf(notebook).get(name) ?? {};
  if (definition) await stored.setVariable(notebook, name, redefined(variable, definition));
}

/** Called on none, as by a key, it means the variable that is selected in the view. */
export async function renameVariable(
  { chosen }: VariableServices,
  clicked?: Partial<VariableTarget>,
): Promise<void> {
  const target = isTarget(clicked) ? clicked : (chosen.variable ?? (await pickVariable(requireNotebook())));
  const renamed = target && (await askForNewName(target));
  if (target && renamed !== undefined) await renaming.renameVariable(target, renamed);
}

export const removeVariable = (_services: VariableServices, { notebook, name }: VariableTarget) =>
  stored.setVariable(notebook, name, undefined);

export async function runVariableCells(_services: VariableServices, target: VariableTarget): Promise<void> {
  const cells = cellsUsing(target);
  if (cells.length === 0) throw new NothingToDoError(l10n.t('No cell uses {0}.', quoted(target.name)));
  await runCells(cells);
}

/** Runs a cell again, or without one all whose answers are from before the last change. */
export async function runChangedCells(
  _services: VariableServices,
  clicked?: vscode.NotebookCell,
): Promise<void> {
  const notebook = clicked?.notebook ?? requireNotebook();
  const cells = clicked ? [clicked] : staleCells(notebook);
  if (cells.length === 0) {
    throw new NothingToDoError(l10n.t('Nothing has changed since the cells were run.'));
  }
  await runCells(cells);
}

/** The toolbar of a notebook gives its commands something else. */
const isTarget = (clicked: Partial<VariableTarget> | undefined): clicked is VariableTarget =>
  typeof clicked?.name === 'string' && clicked.notebook !== undefined;

async function pickVariable(notebook: vscode.NotebookDocument): Promise<VariableTarget | undefined> {
  const picked = await window.showQuickPick<QuickPickItem & { readonly target?: VariableTarget }>(
    [
      ...usedVariables(notebook).map(({ name, variable }) => ({
        label: quoted(name),
        description: variableWords(variable),
        target: { notebook, name },
      })),
      { label: l10n.t('New variable…') },
    ],
    { title: l10n.t('Variables of the notebook') },
  );
  return picked && (picked.target ?? askForName(notebook));
}

const askForNewName = (target: VariableTarget): Thenable<string | undefined> =>
  window.showInputBox({
    title: l10n.t('New name of {0}', quoted(target.name)),
    prompt: l10n.t('All cells of the notebook use it by this name then.'),
    value: target.name,
    validateInput: text => renaming.nameProblem(target, text),
  });

async function askForName(notebook: vscode.NotebookDocument): Promise<VariableTarget | undefined> {
  const name = await window.showInputBox({
    title: l10n.t('Name of the variable'),
    prompt: l10n.t('Queries use it as {0}.', shown`\${name}`),
    validateInput: text => {
      if (!isVariableName(text)) return namesAreWords();
      return stored.variablesOf(notebook).has(text)
        ? l10n.t('The notebook has a variable with this name already.')
        : undefined;
    },
  });
  return name === undefined ? undefined : { notebook, name };
}

/**
 * Chooses what a variable stands for. One that the notebook does not have yet is added with what it is for, also without a
 * value, and then its cells can be run.
 */
async function setOrAdd(target: VariableTarget, { values, globalState }: VariableServices): Promise<void> {
  const { notebook, name } = target;
  const isKnown = stored.variablesOf(notebook).has(name);
  const definition = isKnown ? {} : await definitionOfNew(target);
  if (!definition) return;
  const value = await chooseValue(target, definition, { values: await values(), state: globalState });
  if (isKnown) return;
  if (value === undefined) await stored.setVariable(notebook, name, definition);
  else offerRun(target);
}

/** Not awaited: the variable is there, whether or not anybody wants to run its cells. */
function offerRun(target: VariableTarget): void {
  const cells = cellsUsing(target);
  if (cells.length === 0) return;
  const run = runWords(cells.length);
  const sentence = l10n.t('{0} was added to the notebook.', quoted(target.name));
  const running = window.showInformationMessage(sentence, run).then(async choice => {
    if (choice === run) await runCells(cells);
  });
  running.then(undefined, sayFailed);
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
      title: l10n.t('What is the variable for?'),
      placeHolder: l10n.t('A kind of value, or a dimension whose values are offered'),
    },
  );
  return picked?.definition;
}
