import * as vscode from 'vscode';
import { SentenceError } from '../words/inert.js';

/** A part of a text, by offsets in it, and what stands there from now on. */
export interface TextChange {
  readonly offset: number;
  readonly length: number;
  readonly content: string;
}

/**
 * Changes the text of a document as typing does, so that undo takes it back. VS Code refuses an edit of a document that
 * is changing at that moment; then it is made anew from the text of then.
 * @param editsOf what to change in a text, by its offsets; nothing when there is nothing left to change
 * @throws {SentenceError} when VS Code refuses every time, or the document is closed
 */
export const editDocument = (
  document: vscode.TextDocument,
  editsOf: (text: string) => readonly TextChange[],
): Promise<void> =>
  insist(document, async () => {
    const edits = editsOf(document.getText());
    return edits.length === 0 || applyOnce(document, edits);
  });

/** Changes cells or metadata of a notebook; else as {@link editDocument}. */
export const editNotebook = (
  notebook: vscode.NotebookDocument,
  editOf: () => vscode.NotebookEdit,
): Promise<void> =>
  insist(notebook, () => {
    const change = new vscode.WorkspaceEdit();
    change.set(notebook.uri, [editOf()]);
    return vscode.workspace.applyEdit(change);
  });

async function insist(changed: { readonly isClosed: boolean }, edit: () => Thenable<boolean>): Promise<void> {
  for (let attempt = 0; attempt < mostAttempts && !changed.isClosed; attempt += 1) {
    if (await edit()) return;
  }
  throw new SentenceError(vscode.l10n.t('VS Code did not let the text be changed. Try again.'));
}

/** Gives a document another text, made from its own; else as {@link editDocument}. */
export const replaceText = (document: vscode.TextDocument, textOf: (text: string) => string): Promise<void> =>
  editDocument(document, text => [{ offset: 0, length: text.length, content: textOf(text) }]);

/** @returns whether VS Code made the edits */
export function applyOnce(document: vscode.TextDocument, edits: readonly TextChange[]): Thenable<boolean> {
  const change = new vscode.WorkspaceEdit();
  for (const { offset, length, content } of edits) {
    const range = new vscode.Range(document.positionAt(offset), document.positionAt(offset + length));
    change.replace(document.uri, range, content);
  }
  return vscode.workspace.applyEdit(change);
}

const mostAttempts = 20;
