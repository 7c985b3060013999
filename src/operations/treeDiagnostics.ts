import * as vscode from 'vscode';
import { Scheme } from '../ids.js';
import type { Log } from '../ui/doors.js';
import { inBackground } from '../ui/inBackground.js';

const delay = 300;

/** Shows what is wrong in documents of subtrees and of access point lists while they are edited. */
export function watchOverwriteDocuments(log: Log): vscode.Disposable {
  const diagnostics = vscode.languages.createDiagnosticCollection('netsensor');
  const waiting = new Map<string, NodeJS.Timeout>();
  const check = async (document: vscode.TextDocument) => {
    if (!isOverwrite(document)) return;
    const { problemsOf } = await import('./problemsOf.js');
    if (!document.isClosed) diagnostics.set(document.uri, problemsOf(document));
  };
  const checkSoon = (document: vscode.TextDocument) => {
    if (!isOverwrite(document)) return;
    const key = document.uri.toString();
    clearTimeout(waiting.get(key));
    waiting.set(
      key,
      setTimeout(() => inBackground(log, check(document)), delay),
    );
  };
  vscode.workspace.textDocuments.forEach(checkSoon);
  return vscode.Disposable.from(
    diagnostics,
    vscode.workspace.onDidOpenTextDocument(document => inBackground(log, check(document))),
    vscode.workspace.onDidChangeTextDocument(({ document }) => checkSoon(document)),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => {
      clearTimeout(waiting.get(uri.toString()));
      waiting.delete(uri.toString());
      diagnostics.delete(uri);
    }),
    new vscode.Disposable(() => waiting.forEach(timer => clearTimeout(timer))),
  );
}

const isOverwrite = ({ uri }: vscode.TextDocument) =>
  uri.scheme === Scheme.record && /^\/(subtree|override)\//.test(uri.path);
