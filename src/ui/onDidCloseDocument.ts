import * as vscode from 'vscode';

/**
 * Tells of documents that nobody has open any more. VS Code's own event also comes when the language of a document is
 * changed, which closes nothing.
 */
export const onDidCloseDocument = (listener: (uri: vscode.Uri) => void): vscode.Disposable =>
  vscode.workspace.onDidCloseTextDocument(document => {
    if (!vscode.workspace.textDocuments.includes(document)) listener(document.uri);
  });
