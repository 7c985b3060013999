import * as vscode from 'vscode';
import { Scheme } from '../ids.js';

/** Whether a document is of a connection. */
export const isRecordDocument = ({ uri }: vscode.TextDocument): boolean => uri.scheme === Scheme.record;

/** Registers what serves documents when the first that fits is open, so that a window without one starts sooner. */
export const onceDocumentOpens = (
  fits: (document: vscode.TextDocument) => boolean,
  register: Registering,
): vscode.Disposable => {
  const { textDocuments, onDidOpenTextDocument } = vscode.workspace;
  return onceOpened({ open: textDocuments, onDidOpen: onDidOpenTextDocument, fits }, register);
};

/** The same for notebooks. */
export const onceNotebookOpens = (
  fits: (notebook: vscode.NotebookDocument) => boolean,
  register: Registering,
): vscode.Disposable => {
  const { notebookDocuments, onDidOpenNotebookDocument } = vscode.workspace;
  return onceOpened({ open: notebookDocuments, onDidOpen: onDidOpenNotebookDocument, fits }, register);
};

/** Registers at once, or after loading what is needed for it. */
type Registering = () => vscode.Disposable | Promise<vscode.Disposable>;

interface Opening<T> {
  readonly open: readonly T[];
  readonly onDidOpen: vscode.Event<T>;
  readonly fits: (opened: T) => boolean;
}

function onceOpened<T>({ open, onDidOpen, fits }: Opening<T>, register: Registering): vscode.Disposable {
  let registered: Promise<vscode.Disposable> | undefined;
  // VS Code logs a failure, for which nobody waits; the next that opens tries again.
  const begin = async () => {
    registered = Promise.resolve(register());
    try {
      await registered;
      opening.dispose();
    } catch (error) {
      registered = undefined;
      throw error;
    }
  };
  const opening = onDidOpen(opened => {
    if (!registered && fits(opened)) void begin();
  });
  if (open.some(fits)) void begin();
  return {
    dispose: () => {
      opening.dispose();
      registered?.then(
        each => each.dispose(),
        () => undefined,
      );
    },
  };
}
