import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { Command } from '../../ids.js';
import { chosenValue } from '../../model/notebook/notebookVariables.js';
import { TreeItem } from '../../ui/doors.js';
import { joined, quoted, shown, type Inert } from '../../words/inert.js';
import { cellName } from '../notebookMetadata.js';
import { changedVariables, type UsedVariable } from './variableUses.js';
import { definitionWords, valueWords, variableWords } from './variableWords.js';

/** The row of a variable; a click chooses what it stands for. */
export function variableItem(used: UsedVariable): TreeItem {
  const { notebook, name, variable, cells } = used;
  const value = variable && chosenValue(variable);
  const toRun = cells.filter(cell => changedVariables(cell).includes(name)).length;
  const words = variableWords(variable);
  const item = new TreeItem(quoted(name), vscode.TreeItemCollapsibleState.None);
  // Every notebook has its own rows.
  item.id = `${notebook.uri.toString()}#${name}`;
  item.description = joined([words, toRun > 0 ? toRunWords(toRun) : undefined], ' · ');
  item.tooltip = joined(
    [
      shown`\${${quoted(name)}}: ${variable ? valueWords(value, 10) : words}`,
      definitionWords(variable ?? used.definition),
      usesWords(cells),
    ],
    '\n',
  );
  item.accessibilityInformation = { label: joined([quoted(name), words, usesWords(cells)], ', ') };
  item.contextValue = variable ? 'variable' : 'unknownVariable';
  item.iconPath = iconOf(variable === undefined, value === undefined);
  item.command = { command: Command.setVariable, title: '', arguments: [used] };
  return item;
}

function iconOf(isUnknown: boolean, isEmpty: boolean): vscode.ThemeIcon {
  if (isUnknown) return new vscode.ThemeIcon('warning', new vscode.ThemeColor('list.warningForeground'));
  return new vscode.ThemeIcon(isEmpty ? 'question' : 'symbol-variable');
}

const toRunWords = (count: number): Inert =>
  count === 1 ? l10n.t('1 cell to run') : l10n.t('{0} cells to run', count);

function usesWords(cells: readonly vscode.NotebookCell[]): Inert {
  if (cells.length === 0) return l10n.t('No cell uses it.');
  const names = cells.map(cell => quoted(cellName(cell) ?? String(cell.index + 1)));
  return l10n.t('Used by cell {0}.', joined(names, ', '));
}
