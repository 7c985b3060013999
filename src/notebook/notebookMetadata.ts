import type * as vscode from 'vscode';
import { Notebook } from '../ids.js';
import { fileNameOf } from 'netsensor-contract/text/plainText';

type Fields = Readonly<Record<string, unknown>>;

/** Whether a notebook holds queries. */
export const isQueryNotebook = (notebook: vscode.NotebookDocument): boolean =>
  notebook.notebookType === Notebook.type;

/** Whether a document is a query, in a notebook or not. */
export const isQueryDocument = ({ languageId }: vscode.TextDocument): boolean =>
  languageId === Notebook.language;

/** `NotebookCellKind.Code`, for what runs without VS Code. */
const codeKind: vscode.NotebookCellKind.Code = 2;

/** Whether a cell holds a query. */
export const isQueryCell = ({ kind }: vscode.NotebookCell): boolean => kind === codeKind;

/** The cells of a notebook that hold queries. */
export const queryCells = (notebook: vscode.NotebookDocument): vscode.NotebookCell[] =>
  notebook.getCells().filter(isQueryCell);

/**
 * Changes fields of a notebook that are stored in its file; undefined removes one. VS Code merges what extensions see of
 * the metadata with what it was before, so a field that is gone is null here and left out of the file.
 */
export async function updateNotebook(notebook: vscode.NotebookDocument, changes: Fields): Promise<void> {
  if (notebook.isClosed) return;
  const nulls = Object.fromEntries(Object.entries(changes).map(([field, value]) => [field, value ?? null]));
  const { editNotebookMetadata } = await import('../ui/editDocument.js');
  await editNotebookMetadata(notebook, () => changed(notebook.metadata, nulls));
}

/** Changes fields of a cell that are stored in the notebook's file; undefined removes one. */
export async function updateCell(cell: vscode.NotebookCell, changes: Fields): Promise<void> {
  if (cell.notebook.isClosed) return;
  const { editCellMetadata } = await import('../ui/editDocument.js');
  await editCellMetadata(cell, () => changed(cell.metadata, changes));
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
export const cellName = ({ metadata }: Pick<vscode.NotebookCell, 'metadata'>): string | undefined =>
  textIn(metadata, nameField);

/** How a file with what a cell holds is called, without its ending: as the cell, if that has a name. */
export const cellFileName = (cell: vscode.NotebookCell, otherwise: string): string =>
  fileNameOf(cellName(cell) ?? '') || otherwise;

/** Where the settings of a cell's view are in its metadata. */
export const viewField = 'view';

/** Where the range of a notebook or of a cell is in its metadata. */
export const rangeField = 'timeRange';
/** Where the time zone of a notebook is in its metadata; without one that of each computer counts. */
export const zoneField = 'timeZone';

/** What a notebook looks at when nobody has chosen anything; as `defaultRange` of the model, which loads luxon. */
const unchosenRange = 'last 24 hours';

/** The range of a notebook: relative such as `last 7 days`, or an interval. */
export const notebookRange = ({ metadata }: Pick<vscode.NotebookDocument, 'metadata'>): string =>
  textIn(metadata, rangeField) ?? unchosenRange;

/** The range that a cell has for itself. */
export const ownRange = ({ metadata }: vscode.NotebookCell): string | undefined =>
  textIn(metadata, rangeField);

/** The time zone that counts in a notebook. */
export const notebookZone = ({ metadata }: Pick<vscode.NotebookDocument, 'metadata'>): string =>
  textIn(metadata, zoneField) ?? localZone();

/** The time zone of the computer. */
export const localZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';

/** Where it stands in the metadata of a cell or a notebook how often it runs by itself, and what may stand there: seconds. */
export const refreshField = 'refreshSeconds';
export const leastSeconds = 5;
export const mostSeconds = 86_400;

/** How often a cell or a notebook runs by itself, in seconds. */
export function refreshSeconds({ metadata }: Pick<vscode.NotebookCell, 'metadata'>): number | undefined {
  const seconds: unknown = metadata[refreshField];
  const isUsable = typeof seconds === 'number' && seconds >= leastSeconds && seconds <= mostSeconds;
  return isUsable ? seconds : undefined;
}

function textIn(metadata: Readonly<Record<string, unknown>>, field: string): string | undefined {
  const value = Object.hasOwn(metadata, field) ? metadata[field] : undefined;
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}
