import * as vscode from 'vscode';
import { Notebook } from '../../ids.js';
import type { Log } from '../../ui/doors.js';
import { inBackground } from '../../ui/listeners.js';
import type { LiveValues } from './liveValues.js';
import type { CompletionServices, QueryCompletions } from './queryCompletions.js';

/** Completes queries; what does it is loaded when somebody types one. Same selector as VS Code's JSON, so both are asked. */
export function registerCompletions(
  { values, treeOf }: Pick<CompletionServices, 'treeOf'> & { readonly values: () => Promise<LiveValues> },
  log: Log,
): vscode.Disposable {
  let loading: Promise<QueryCompletions> | undefined;
  const load = () => {
    loading ??= Promise.all([import('./queryCompletions.js'), values()]).then(
      ([loaded, live]) => new loaded.QueryCompletions({ values: live, treeOf }),
    );
    return loading;
  };
  const provider: vscode.CompletionItemProvider = {
    provideCompletionItems: async (document, position, token) =>
      (await load()).provideCompletionItems(document, position, token),
  };
  return vscode.Disposable.from(
    vscode.languages.registerCompletionItemProvider(Notebook.language, provider, '"', ':', ' ', '['),
    vscode.workspace.onDidChangeTextDocument(change => inBackground(log, suggestValue(change))),
  );
}

/** A field or an object that completion has written with an empty place in it: what fits there is offered at once. */
const emptyPlace = /^(?:"\w+": (?:""|\[\])|\{[^]*(?:: *[,}\r\n]|\[\s*\])[^]*\})$/;

async function suggestValue({
  document,
  contentChanges,
  reason,
}: vscode.TextDocumentChangeEvent): Promise<void> {
  const [change, ...others] = contentChanges;
  const isEmpty = change && others.length === 0 && reason === undefined && emptyPlace.test(change.text);
  if (!isEmpty || document.languageId !== Notebook.language) return;
  if (vscode.window.activeTextEditor?.document !== document) return;
  await vscode.commands.executeCommand('editor.action.triggerSuggest');
}
