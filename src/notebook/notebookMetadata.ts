import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { Notebook } from '../ids.js';
import { fileNameOf } from 'netsensor-contract/text/plainText';
import { NothingToDoError } from '../words/sentenceErrors.js';

type Fields = Readonly<Record<string, unknown>>;

/** Whether a notebook holds queries. */
export const isQueryNotebook = (notebook: vscode.NotebookDocument): boolean =>
  notebook.notebookType === Notebook.type;

/** Whether a document is a query, in a notebook or not. */
export const isQueryDocument = ({ languageId }: vscode.TextDocument): boolean =>
  languageId === Notebook.language;

/** The query notebook that has the focus. */
export function activeNotebook(): vscode.NotebookDocument | undefined {
  const notebook = vscode.window.activeNotebookEditor?.notebook;
  return notebook && isQueryNotebook(notebook) ? notebook : undefined;
}

/** The cell that holds a text. */
export const cellOf = (document: vscode.TextDocument): vscode.NotebookCell | undefined =>
  vscode.workspace.notebookDocuments
    .flatMap(notebook => notebook.getCells())
    .find(cell => cell.document === document);

/** @throws {Error} with a sentence when no query notebook has the focus */
export function requireNotebook(): vscode.NotebookDocument {
  const notebook = activeNotebook();
  if (!notebook) throw new NothingToDoError(l10n.t('Open a query notebook first.'));
  return notebook;
}

/** Runs a task with a signal that aborts when the notebook is closed, which VS Code does not take for a cancellation. */
export async function untilClosed<T>(
  notebook: vscode.NotebookDocument,
  task: (closed: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const listener = vscode.workspace.onDidCloseNotebookDocument(closed => {
    if (closed === notebook) controller.abort();
  });
  try {
    return await task(controller.signal);
  } finally {
    listener.dispose();
  }
}

/** The cells of a notebook that hold queries. */
export const queryCells = (notebook: vscode.NotebookDocument): vscode.NotebookCell[] =>
  notebook.getCells().filter(({ kind }) => kind === vscode.NotebookCellKind.Code);

/** The selected cell of the query notebook that has the focus. */
export function selectedCell(): vscode.NotebookCell | undefined {
  const editor = vscode.window.activeNotebookEditor;
  return activeNotebook() && editor?.notebook.getCells(editor.selections[0])[0];
}

/**
 * The query cell that a command is about: the one it was clicked on, else the selected one.
 * @throws {Error} with a sentence when there is none
 */
export function requireCell(clicked: vscode.NotebookCell | undefined): vscode.NotebookCell {
  const editor = vscode.window.activeNotebookEditor;
  const cell = clicked ?? editor?.notebook.getCells(editor.selections[0])[0];
  if (!cell || !isQueryNotebook(cell.notebook) || cell.kind !== vscode.NotebookCellKind.Code) {
    throw new NothingToDoError(l10n.t('Select a query cell first.'));
  }
  return cell;
}

/**
 * Changes fields of a notebook that are stored in its file; undefined removes one. VS Code merges what extensions see of
 * the metadata with what it was before, so a field that is gone is null here and left out of the file.
 */
export async function updateNotebook(notebook: vscode.NotebookDocument, changes: Fields): Promise<void> {
  if (notebook.isClosed) return;
  const nulls = Object.fromEntries(Object.entries(changes).map(([field, value]) => [field, value ?? null]));
  const { editNotebook } = await import('../ui/editDocument.js');
  await editNotebook(notebook, () =>
    vscode.NotebookEdit.updateNotebookMetadata(changed(notebook.metadata, nulls)),
  );
}

/** Changes fields of a cell that are stored in the notebook's file; undefined removes one. */
export async function updateCell(cell: vscode.NotebookCell, changes: Fields): Promise<void> {
  if (cell.notebook.isClosed) return;
  const { editNotebook } = await import('../ui/editDocument.js');
  await editNotebook(cell.notebook, () =>
    vscode.NotebookEdit.updateCellMetadata(cell.index, changed(cell.metadata, changes)),
  );
}

function changed(metadata: Fields, changes: Fields): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries({ ...metadata, ...changes }).filter(([, value]) => value !== undefined),
  );
}

/** Where the metadata of an open notebook says which read it comes from; it enters no file. */
export const readField = 'netsensorRead';

/** What stays out of the file: how cells are shown, and outputs; those that a notebook stores are in its metadata. */
export const notebookContentOptions: vscode.NotebookDocumentContentOptions = {
  transientOutputs: true,
  transientDocumentMetadata: { [readField]: true },
  transientCellMetadata: { inputCollapsed: true, outputCollapsed: true, breakpointMargin: true },
};

const connectionField = 'connection';

/** Id of the connection that a notebook names in its metadata. */
export const namedConnection = ({ metadata }: vscode.NotebookDocument): string | undefined =>
  textIn(metadata, connectionField);

/** Writes a connection into a notebook's metadata, so that it travels with the notebook. */
export async function nameConnection(notebook: vscode.NotebookDocument, id: string): Promise<void> {
  if (notebook.isClosed || namedConnection(notebook) === id) return;
  await updateNotebook(notebook, { [connectionField]: id });
}

/** Where the name of a cell is in its metadata. */
export const nameField = 'name';

/** The name by which other cells use the result of a cell. */
export const cellName = ({ metadata }: vscode.NotebookCell): string | undefined =>
  textIn(metadata, nameField);

/** How a file with what a cell holds is called, without its ending: as the cell, if that has a name. */
export const cellFileName = (cell: vscode.NotebookCell, otherwise: string): string =>
  fileNameOf(cellName(cell) ?? '') || otherwise;

/** Where the range of a notebook or of a cell is in its metadata. */
export const rangeField = 'timeRange';
/** Where the time zone of a notebook is in its metadata; without one that of each computer counts. */
export const zoneField = 'timeZone';

/** What a notebook looks at when nobody has chosen anything; as `defaultRange` of the model, which loads luxon. */
const unchosenRange = 'last 24 hours';

/** The range of a notebook: relative such as `last 7 days`, or an interval. */
export const notebookRange = ({ metadata }: vscode.NotebookDocument): string =>
  textIn(metadata, rangeField) ?? unchosenRange;

/** The time that the query notebook in front looks at, else one that can be seen; undefined without any. */
export function shownRange(): { readonly range: string; readonly zone: string } | undefined {
  const shown = vscode.window.visibleNotebookEditors.map(({ notebook }) => notebook).find(isQueryNotebook);
  const notebook = activeNotebook() ?? shown ?? vscode.workspace.notebookDocuments.find(isQueryNotebook);
  return notebook && { range: notebookRange(notebook), zone: notebookZone(notebook) };
}

/** The range that a cell has for itself. */
export const ownRange = ({ metadata }: vscode.NotebookCell): string | undefined =>
  textIn(metadata, rangeField);

/** The time zone that counts in a notebook. */
export const notebookZone = ({ metadata }: vscode.NotebookDocument): string =>
  textIn(metadata, zoneField) ?? localZone();

/** The time zone of the computer. */
export const localZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';

function textIn(metadata: Readonly<Record<string, unknown>>, field: string): string | undefined {
  const value = Object.hasOwn(metadata, field) ? metadata[field] : undefined;
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}
