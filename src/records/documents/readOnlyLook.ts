import * as vscode from 'vscode';
import { Scheme } from '../../ids.js';
import type { Log } from '../../ui/doors.js';
import { inBackground, onDidCloseDocument } from '../../ui/listeners.js';

/** Shows in documents of records what cannot be changed: dimmed, and folded away at first. */
export function registerReadOnlyLook(log: Log): vscode.Disposable {
  const seen = new Set<string>();
  const draw = async (editor: vscode.TextEditor) => {
    const { showReadOnlyFields } = await import('./readOnlyFields.js');
    const key = editor.document.uri.toString();
    const isFirst = !seen.has(key) && editor === vscode.window.activeTextEditor;
    if (isFirst) seen.add(key);
    await showReadOnlyFields(editor, isFirst);
  };
  const drawAll = (isMeant: (document: vscode.TextDocument) => boolean = () => true) => {
    for (const editor of vscode.window.visibleTextEditors)
      if (editor.document.uri.scheme === Scheme.record && isMeant(editor.document))
        inBackground(log, draw(editor));
  };
  return vscode.Disposable.from(
    vscode.window.onDidChangeVisibleTextEditors(() => drawAll()),
    vscode.window.onDidChangeActiveTextEditor(() => drawAll()),
    vscode.window.onDidChangeActiveColorTheme(() => drawAll()),
    vscode.workspace.onDidChangeTextDocument(({ document }) => drawAll(other => other === document)),
    onDidCloseDocument(uri => seen.delete(uri.toString())),
    vscode.languages.registerFoldingRangeProvider(
      { scheme: Scheme.record },
      {
        provideFoldingRanges: async document => (await import('./readOnlyFields.js')).readOnlyFolds(document),
      },
    ),
  );
}
