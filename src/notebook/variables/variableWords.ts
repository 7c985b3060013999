import * as vscode from 'vscode';
import {
  standsForAll,
  valuesIn,
  type VariableDefinition,
  type VariableValue,
} from '../../model/notebook/notebookVariables.js';
import { inert, nameList, quoted, type Inert } from '../../words/inert.js';

/** What a variable stands for. @param most so many values are named */
export function valueWords(value: VariableValue | undefined, most = 2): Inert {
  if (value === undefined) return vscode.l10n.t('no value yet');
  if (standsForAll(value)) return vscode.l10n.t('all values');
  return nameList(valuesIn(value).map(String), most);
}

/** What may be chosen for a variable. */
export function definitionWords({ type, dimension, dataSource }: VariableDefinition): Inert {
  if (type === 'number') return vscode.l10n.t('A number');
  if (type === 'time') return vscode.l10n.t('A time or a range of time');
  if (dimension === undefined) return vscode.l10n.t('Any text');
  return vscode.l10n.t('A value of {0} in {1}', inert(dimension), inert(dataSource ?? ''));
}

/** The title of what asks for the value of a variable. */
export const valueTitle = (name: string): Inert => vscode.l10n.t('Value of {0}', quoted(name));

/** Marks what a variable stands for already. */
export const currentWord = (isCurrent: boolean): Inert | undefined =>
  isCurrent ? vscode.l10n.t('current') : undefined;

/** Why a word cannot name a variable or a cell. */
export const namesAreWords = (): Inert => vscode.l10n.t('Use letters, digits, - and _, with a letter first.');
