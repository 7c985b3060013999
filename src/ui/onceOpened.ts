import * as vscode from 'vscode';
import { Scheme } from '../ids.js';

/** Whether a document is of a connection. */
export const isRecordDocument = ({ uri }: vscode.TextDocument): boolean => uri.scheme === Scheme.record;

/** Registers what serves documents when the first that fits is open, so that a window without one starts sooner. */
export const onceDocumentOpens = (
  fits: (document: vscode.TextDocument) => boolean,
  register: () => vscode.Disposable,
): vscode.Disposable => {
  const { textDocuments, onDidOpenTextDocument } = vscode.workspace;
  return onceOpened({ open: textDocuments, onDidOpen: onDidOpenTextDocument, fits }, register);
};

/** The same for notebooks. */
export const onceNotebookOpens = (
  fits: (notebook: vscode.NotebookDocument) => boolean,
  register: () => vscode.Disposable,
): vscode.Disposable => {
  const { notebookDocuments, onDidOpenNotebookDocument } = vscode.workspace;
  return onceOpened({ open: notebookDocuments, onDidOpen: onDidOpenNotebookDocument, fits }, register);
};

interface Opening<T> {
  readonly open: readonly T[];
  readonly onDidOpen: vscode.Event<T>;
  readonly fits: (opened: T) => boolean;
}

function onceOpened<T>({ open, onDidOpen, fits }: Opening<T>, register: () => vscode.Disposable) {
  if (open.some(fits)) return register();
  let registered: vscode.Disposable | undefined;
  const opening = onDidOpen(opened => {
    if (registered || !fits(opened)) return;
    opening.dispose();
    registered = register();
  });
  return new vscode.Disposable(() => {
    opening.dispose();
    registered?.dispose();
  });
}
