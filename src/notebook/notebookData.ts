import * as vscode from 'vscode';
import { Notebook } from '../ids.js';
import { notebookFields, type NotebookCell, type NotebookFile } from '../model/notebook/notebookFile.js';
import { readField } from './notebookMetadata.js';

/** The notebook that VS Code edits; fields this version does not know travel as metadata. */
export function toNotebookData({ cells, extra }: NotebookFile): vscode.NotebookData {
  const data = new vscode.NotebookData(cells.map(toCellData));
  data.metadata = { ...extra };
  return data;
}

/** The notebook as it is written to a file; line ends of cells become single line feeds. */
export function toNotebookFile({ cells, metadata }: vscode.NotebookData): NotebookFile {
  const kept = Object.entries({ ...metadata }).filter(
    ([field, value]) => field !== readField && (value !== null || !notebookFields.includes(field)),
  );
  return { cells: cells.map(toCell), extra: Object.fromEntries(kept) };
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
