import * as vscode from 'vscode';
import { Notebook } from '../ids.js';
import { fieldsWhere } from 'netsensor-contract/text/collections';
import { notebookFields, type NotebookCell, type NotebookFile } from '../model/notebook/notebookFile.js';
import { notebookContentOptions, readField } from './notebookMetadata.js';

/** The notebook that VS Code edits; fields this version does not know travel as metadata. */
export function toNotebookData({ cells, extra }: NotebookFile): vscode.NotebookData {
  const data = new vscode.NotebookData(cells.map(toCellData));
  data.metadata = { ...noFields, ...extra };
  return data;
}

/**
 * VS Code merges what extensions see of the metadata with what it was before: a field that an undone edit has brought would
 * stay, if it were not null before.
 */
const noFields = Object.fromEntries(notebookFields.map(field => [field, null]));

/** The notebook as it is written to a file; line ends of cells become single line feeds. */
export function toNotebookFile({ cells, metadata }: vscode.NotebookData): NotebookFile {
  const kept = Object.entries({ ...metadata }).filter(
    ([field, value]) =>
      !unwrittenFields.includes(field) && (value !== null || !notebookFields.includes(field)),
  );
  return { cells: cells.map(toCell), extra: Object.fromEntries(kept) };
}

/** Where the metadata of an open notebook changes for VS Code to call it unsaved; it enters no file. */
export const unsavedField = 'netsensorUnsaved';

const unwrittenFields = [readField, unsavedField];

/** What an open notebook holds, as VS Code hands it over to be written. */
export function heldBy(notebook: vscode.NotebookDocument): vscode.NotebookData {
  const transient = notebookContentOptions.transientCellMetadata ?? {};
  const cells = notebook.getCells().map(({ kind, document, metadata }) => {
    const data = new vscode.NotebookCellData(kind, document.getText(), document.languageId);
    data.metadata = fieldsWhere(metadata, name => !Object.hasOwn(transient, name));
    return data;
  });
  const data = new vscode.NotebookData(cells);
  data.metadata = notebook.metadata;
  return data;
}

function toCellData({ kind, text, extra }: NotebookCell): vscode.NotebookCellData {
  const data =
    kind === 'markdown'
      ? new vscode.NotebookCellData(vscode.NotebookCellKind.Markup, text, 'markdown')
      : new vscode.NotebookCellData(vscode.NotebookCellKind.Code, text, Notebook.language);
  data.metadata = { ...extra };
  return data;
}

function toCell({ kind, value, metadata }: vscode.NotebookCellData): NotebookCell {
  return {
    kind: kind === vscode.NotebookCellKind.Markup ? 'markdown' : 'query',
    text: value.replaceAll('\r\n', '\n'),
    extra: { ...metadata },
  };
}
