import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { eventually } from './eventually.js';

/** Opens a document in an editor. */
export async function openDocument(uri: vscode.Uri): Promise<vscode.TextDocument> {
  const document = await vscode.workspace.openTextDocument(uri);
  await vscode.window.showTextDocument(document);
  return document;
}

/** Replaces a piece of text, as typing does. */
export async function replaceText(
  document: vscode.TextDocument,
  found: string,
  replacement: string,
): Promise<void> {
  const offset = document.getText().indexOf(found);
  assert.ok(offset >= 0, `${found} in ${document.getText()}`);
  const edit = new vscode.WorkspaceEdit();
  const range = new vscode.Range(document.positionAt(offset), document.positionAt(offset + found.length));
  edit.replace(document.uri, range, replacement);
  assert.ok(await vscode.workspace.applyEdit(edit));
}

/**
 * Writes fields into a JSON document, as typing does; again where VS Code refuses because the document is changing.
 * @returns the fields that the document showed just before
 */
export function setFields(
  document: vscode.TextDocument,
  fields: Readonly<Record<string, unknown>>,
): Promise<Record<string, unknown>> {
  return eventually(async () => {
    const before = fieldsOf(document);
    const edited = { ...before, ...fields };
    await replaceText(document, document.getText(), `${JSON.stringify(edited, null, 2)}\n`);
    return before;
  });
}

/** Changes cells or metadata of a notebook; again where VS Code refuses because the notebook is changing. */
export const editNotebook = (
  notebook: vscode.NotebookDocument,
  editOf: () => vscode.NotebookEdit,
): Promise<void> =>
  eventually(async () => {
    const edit = new vscode.WorkspaceEdit();
    edit.set(notebook.uri, [editOf()]);
    assert.ok(await vscode.workspace.applyEdit(edit));
  });

/** The fields of a JSON document. */
export const fieldsOf = (document: vscode.TextDocument): Record<string, unknown> =>
  JSON.parse(document.getText()) as Record<string, unknown>;

/** Addresses of all open text tabs. */
export const openTabs = (): vscode.Uri[] =>
  vscode.window.tabGroups.all
    .flatMap(group => group.tabs)
    .flatMap(({ input }) => (input instanceof vscode.TabInputText ? [input.uri] : []));

/** The document of the editor in front. */
export function activeDocument(): vscode.TextDocument {
  const editor = vscode.window.activeTextEditor;
  assert.ok(editor, 'an editor is open');
  return editor.document;
}

/** Closes every tab, throwing away what was not saved; only that needs to be in front. */
export const closeTabs = (): Promise<void> => eventually(closeTabsNow);

/** Fails for a tab that closes meanwhile. */
async function closeTabsNow(): Promise<void> {
  for (const { input, isDirty } of vscode.window.tabGroups.all.flatMap(group => group.tabs)) {
    if (!isDirty || !(input instanceof vscode.TabInputText)) continue;
    await vscode.window.showTextDocument(input.uri, { preview: false });
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  }
  await vscode.commands.executeCommand('workbench.action.closeAllEditors');
}

/**
 * The code lenses of a document with their commands. VS Code forgets a command with arguments 100 ms after it has
 * answered, and the answer may arrive later.
 */
export function codeLenses(uri: vscode.Uri): Promise<vscode.CodeLens[]> {
  return eventually(async () => {
    const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>(
      'vscode.executeCodeLensProvider',
      uri,
    );
    assert.ok(
      lenses.every(({ command }) => command),
      'every lens has its command',
    );
    return lenses;
  });
}
