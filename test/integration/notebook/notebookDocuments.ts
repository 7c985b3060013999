import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { Notebook } from '../../../src/ids.js';
import { printNotebook, type NotebookFile } from '../../../src/model/notebook/notebookFile.js';

/** Notebook files of one `describe`. */
export interface NotebookFiles {
  /** Writes a file as it is. */
  write(content: string | Uint8Array): Promise<vscode.Uri>;
  /** Writes a notebook, opens and shows it. */
  open(file: NotebookFile): Promise<vscode.NotebookDocument>;
}

/** Gives the enclosing `describe` a folder for notebooks; after each test its editors are closed without saving. */
export function useNotebooks(): NotebookFiles {
  let folder = '';
  let count = 0;
  before('make a folder for notebooks', async () => {
    folder = await mkdtemp(join(tmpdir(), 'netsensor-notebooks-'));
  });
  afterEach('close notebooks', closeEditors);
  after('remove the folder', () => rm(folder, { recursive: true, force: true }));

  const write = async (content: string | Uint8Array): Promise<vscode.Uri> => {
    count += 1;
    const path = join(folder, `notebook${count}.dqnb`);
    await writeFile(path, content);
    return vscode.Uri.file(path);
  };
  return {
    write,
    open: async file => {
      const notebook = await vscode.workspace.openNotebookDocument(await write(printNotebook(file)));
      await vscode.window.showNotebookDocument(notebook);
      return notebook;
    },
  };
}

async function closeEditors(): Promise<void> {
  while (vscode.window.tabGroups.activeTabGroup.activeTab) {
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  }
}

/** A notebook of query cells that names the connection of the suite. */
export function queryNotebook(...texts: string[]): NotebookFile {
  return {
    cells: texts.map(text => ({ kind: 'query', text, extra: {} })),
    extra: { connection: 'environment' },
  };
}

/** Types at the beginning of the first cell. */
export async function typeInCell(notebook: vscode.NotebookDocument, text: string): Promise<void> {
  const edit = new vscode.WorkspaceEdit();
  edit.insert(notebook.cellAt(0).document.uri, new vscode.Position(0, 0), text);
  assert.ok(await vscode.workspace.applyEdit(edit));
}

/** Runs one cell, as its run button does. */
export const runCell = ({ notebook, index }: vscode.NotebookCell): Thenable<unknown> =>
  vscode.commands.executeCommand('notebook.cell.execute', {
    ranges: [{ start: index, end: index + 1 }],
    document: notebook.uri,
  });

/** An unsaved notebook with one query cell. */
export async function openUntitled(text: string): Promise<vscode.NotebookDocument> {
  const cell = new vscode.NotebookCellData(vscode.NotebookCellKind.Code, text, Notebook.language);
  const notebook = await vscode.workspace.openNotebookDocument(
    Notebook.type,
    new vscode.NotebookData([cell]),
  );
  await vscode.window.showNotebookDocument(notebook);
  return notebook;
}
