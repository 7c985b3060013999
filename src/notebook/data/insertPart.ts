import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import {
  queryOf,
  withPart,
  withPartAt,
  type PartEdit,
  type QueryPart,
} from '../../model/queryEditing/queryParts.js';
import { valueFilter } from '../../model/query/queryEdit.js';
import { printCompactJson } from 'netsensor-contract/text/exactJson';
import { replaceText } from '../../ui/editDocument.js';
import { NothingToDoError } from '../../words/sentenceErrors.js';
import { openQueries } from '../editing/fileCommands.js';
import { insertQueries } from '../insertQuery.js';
import { isQueryCell } from '../notebookMetadata.js';

/** Where a part of a query goes: a notebook, else one that is opened for a connection. */
export interface PartTarget {
  readonly notebook: vscode.NotebookDocument | undefined;
  readonly connectionId: string | undefined;
  /** The queries that may be changed: those where somebody has put the cursor, and those that began with a part. */
  readonly chosen: WeakSet<vscode.TextDocument>;
}

/**
 * Puts a part into the query of the selected cell, or below it into a cell of its own where nobody has chosen that query, as in
 * a sample, where it asks another source or is none.
 * @throws {NothingToDoError} when the query has it
 */
export async function addPart(part: QueryPart, target: PartTarget): Promise<void> {
  const { notebook } = target;
  if (!notebook) return startQuery(part, target);
  const editor = await editorOf(notebook);
  const cell = notebook.cellCount > 0 ? notebook.cellAt(editor.selection.start) : undefined;
  const edit = cell && isChosen(cell, target) ? withPart(cell.document.getText(), part) : undefined;
  if (!cell || !edit || isElsewhere(edit)) return startQuery(part, target);
  if ('refused' in edit) throw new NothingToDoError(l10n.t('The query of the selected cell has it already.'));
  await replaceText(cell.document, text => {
    const again = withPart(text, part);
    return 'text' in again ? again.text : text;
  });
  show(editor, cell.index);
}

const isChosen = (cell: vscode.NotebookCell, { chosen }: PartTarget): boolean =>
  isQueryCell(cell) && (chosen.has(cell.document) || cell.document.getText().trim() === '');

/** Puts a first query with a part below the selected cell. */
export async function startQuery(
  part: QueryPart,
  { notebook, connectionId, chosen }: PartTarget,
): Promise<void> {
  if (!notebook) {
    const opened = await openQueries(connectionId, [queryOf(part)]);
    chosen.add(opened.cellAt(0).document);
    return;
  }
  const editor = await editorOf(notebook);
  const index = Math.min(editor.selection.end, notebook.cellCount);
  await insertQueries(notebook, index, [{ text: printCompactJson(queryOf(part)) }]);
  chosen.add(notebook.cellAt(index).document);
  show(editor, index);
}

const isElsewhere = (edit: PartEdit): boolean => 'refused' in edit && edit.refused !== 'present';

/** The editor of a notebook, which is brought to the front where it is not visible. */
const editorOf = async (notebook: vscode.NotebookDocument): Promise<vscode.NotebookEditor> =>
  vscode.window.visibleNotebookEditors.find(editor => editor.notebook === notebook) ??
  vscode.window.showNotebookDocument(notebook, { preserveFocus: true });

function show(editor: vscode.NotebookEditor, index: number): void {
  const cells = new vscode.NotebookRange(index, index + 1);
  editor.selection = cells;
  editor.revealRange(cells, vscode.NotebookEditorRevealType.InCenterIfOutsideViewport);
}

/**
 * What a part changes that is dropped on the text of a query: the query as a whole is right afterwards, wherever it was
 * dropped. Where it cannot be a part of it, what would stand there for it is put at the place.
 */
export function dropEdit(
  document: vscode.TextDocument,
  position: vscode.Position,
  part: QueryPart,
): vscode.DocumentDropEdit {
  const text = document.getText();
  const edit = withPartAt(text, part, document.offsetAt(position));
  const title = l10n.t('Put into the query');
  if (isElsewhere(edit)) return new vscode.DocumentDropEdit(writtenPart(part), title);
  const drop = new vscode.DocumentDropEdit('', title);
  if ('text' in edit) {
    drop.additionalEdit = new vscode.WorkspaceEdit();
    const whole = new vscode.Range(document.positionAt(0), document.positionAt(text.length));
    drop.additionalEdit.replace(document.uri, whole, edit.text);
  }
  return drop;
}

function writtenPart(part: QueryPart): string {
  if (part.kind === 'dimension') return JSON.stringify(part.dimension);
  return printCompactJson(part.kind === 'metric' ? part.metric : valueFilter(part));
}
