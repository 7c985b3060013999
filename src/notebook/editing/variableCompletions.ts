import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { writtenReference } from '../../model/query/queryVariables.js';
import { computedNames, groupedNames, readQueryTree } from '../../model/queryEditing/queryTree.js';
import { CompletionItem } from '../../ui/doors.js';
import { inert, quoted, type Inert } from '../../words/inert.js';
import { cellName, queryCells } from '../notebookMetadata.js';
import { cellOf } from '../openNotebooks.js';
import { usedVariables } from '../variables/variableUses.js';
import { variableWords } from '../variables/variableWords.js';

/**
 * What a reference in a cell can stand for: each variable of its notebook, also those that only other cells use yet, and each
 * column of another cell that has a name.
 */
export function referenceItems(document: vscode.TextDocument, range: vscode.Range): vscode.CompletionItem[] {
  const cell = cellOf(document);
  if (!cell) return [];
  const variables = usedVariables(cell.notebook)
    .filter(({ variable, cells }) => variable ?? cells.some(other => other !== cell))
    .flatMap(({ name, variable }) => toItem(writtenReference(name), variableWords(variable), range));
  const others = queryCells(cell.notebook).filter(other => other !== cell);
  return [...variables, ...others.flatMap(other => columnItems(other, range))];
}

/** The columns that the result of a named cell has, as far as its query names them. */
function columnItems(cell: vscode.NotebookCell, range: vscode.Range): vscode.CompletionItem[] {
  const name = cellName(cell);
  const tree = readQueryTree(cell.document.getText());
  if (name === undefined || !tree) return [];
  const columns = [...groupedNames(tree.root).map(({ output }) => output), ...computedNames(tree.root)];
  const about = l10n.t('Column of the cell {0}', quoted(name));
  return [...new Set(columns.map(({ value }) => String(value)))].flatMap(column =>
    toItem(writtenReference(name, column), about, range),
  );
}

function toItem(text: string | undefined, description: Inert, range: vscode.Range): vscode.CompletionItem[] {
  if (text === undefined) return [];
  const item = new CompletionItem({ label: inert(text), description }, vscode.CompletionItemKind.Variable);
  item.insertText = text;
  item.range = range;
  return [item];
}
