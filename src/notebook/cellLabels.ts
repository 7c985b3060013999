import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import { queryTextTitle } from '../model/results/queryFacts.js';
import { shortened } from 'netsensor-contract/text/plainText';
import { cellName, queryCells } from './notebookMetadata.js';

const longestLabel = 60;

/**
 * The query cells of a notebook by what they are called where one is chosen for its rows: by their names, else by what they
 * ask, with their numbers where several ask the same.
 */
export function cellsByLabel(notebook: vscode.NotebookDocument): ReadonlyMap<string, vscode.NotebookCell> {
  const cells = queryCells(notebook);
  const byLabel = new Map<string, vscode.NotebookCell>();
  for (const cell of cells) {
    const name = cellName(cell);
    if (name !== undefined && !byLabel.has(name)) byLabel.set(name, cell);
  }
  for (const cell of cells) {
    if (cellName(cell) !== undefined) continue;
    const number = cell.index + 1;
    const title = shortened(queryTextTitle(cell.document.getText()), longestLabel);
    const label = title || l10n.t('cell {0}', number);
    byLabel.set(byLabel.has(label) ? `${label} (${number})` : label, cell);
  }
  return byLabel;
}
