import * as l10n from '@vscode/l10n';
import {
  chosenValue,
  standsForAll,
  valuesIn,
  type NotebookVariable,
  type VariableDefinition,
  type VariableValue,
} from '../../model/notebook/notebookVariables.js';
import { inert, nameList, quoted, type Inert } from '../../words/inert.js';
import type { VariableTarget } from './cellVariables.js';
import { variablesOf } from './storedVariables.js';

/** What a variable stands for. @param most so many values are named */
export function valueWords(value: VariableValue | undefined, most = 2): Inert {
  if (value === undefined) return l10n.t('no value yet');
  if (standsForAll(value)) return l10n.t('all values');
  return nameList(valuesIn(value).map(String), most);
}

/** What a variable stands for, or that the notebook lacks it. */
export const variableWords = (variable: NotebookVariable | undefined): Inert =>
  variable ? valueWords(chosenValue(variable)) : l10n.t('not added yet');

/** What may be chosen for a variable. */
export function definitionWords({ type, dimension, dataSource }: VariableDefinition): Inert {
  if (type === 'number') return l10n.t('A number');
  if (type === 'time') return l10n.t('A time or a range of time');
  if (dimension === undefined) return l10n.t('Any text');
  return l10n.t('A value of {0} in {1}', inert(dimension), inert(dataSource ?? ''));
}

/** The title of what asks for the value of a variable, which the notebook may lack. */
export const valueTitle = ({ notebook, name }: VariableTarget): Inert =>
  variablesOf(notebook).has(name)
    ? l10n.t('Value of {0}', quoted(name))
    : l10n.t('Add {0} to the notebook: its value', quoted(name));

/** What runs cells again. */
export const runWords = (cells: number): Inert =>
  cells === 1 ? l10n.t('Run 1 cell') : l10n.t('Run {0} cells', cells);

/** Marks what a variable stands for already. */
export const currentWord = (isCurrent: boolean): Inert | undefined =>
  isCurrent ? l10n.t('current') : undefined;

/** Why a word cannot name a variable or a cell. */
export const namesAreWords = (): Inert => l10n.t('Use letters, digits, - and _, with a letter first.');
