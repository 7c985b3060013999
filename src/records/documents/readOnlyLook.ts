import * as vscode from 'vscode';
import { Scheme } from '../../ids.js';
import type { Log } from '../../ui/doors.js';
import { inBackground, onDidCloseDocument } from '../../ui/listeners.js';
import { isRecordDocument } from '../../ui/onceOpened.js';
import { together } from '../../ui/lifetimes.js';
import type { ReadElements } from './documentElements.js';

/** Milliseconds; until then VS Code moves what is dimmed along with the text. */
const typingDebounce = 150;

/** Shows in documents of records what cannot be changed: dimmed, and folded away at first. */
export function registerReadOnlyLook(elements: ReadElements, log: Log): vscode.Disposable {
  const seen = new Set<string>();
  const draw = async (editor: vscode.TextEditor) =>
    (await import('./readOnlyFields.js')).showReadOnlyFields(editor, elements, seen);
  let typing: NodeJS.Timeout | undefined;
  const drawOne = (editor: vscode.TextEditor) => {
    if (isRecordDocument(editor.document)) inBackground(log, draw(editor));
  };
  const drawAll = () => vscode.window.visibleTextEditors.forEach(drawOne);
  return together(
    vscode.window.onDidChangeVisibleTextEditors(drawAll),
    vscode.window.onDidChangeActiveTextEditor(drawAll),
    vscode.window.onDidChangeActiveColorTheme(drawAll),
    vscode.workspace.onDidChangeTextDocument(({ document }) => {
      if (!isRecordDocument(document)) return;
      clearTimeout(typing);
      typing = setTimeout(drawAll, typingDebounce);
    }),
    { dispose: () => clearTimeout(typing) },
    vscode.window.onDidChangeTextEditorVisibleRanges(({ textEditor }) => drawOne(textEditor)),
    onDidCloseDocument(uri => seen.delete(uri.toString())),
    vscode.languages.registerFoldingRangeProvider(
      { scheme: Scheme.record },
      {
        provideFoldingRanges: async document =>
          (await import('./readOnlyFields.js')).readOnlyFolds(document, await elements(document)),
      },
    ),
  );
}
