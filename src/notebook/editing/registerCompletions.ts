import * as vscode from 'vscode';
import { Notebook } from '../../ids.js';
import type { Log } from '../../ui/doors.js';
import { inBackground } from '../../ui/listeners.js';
import { textPlace } from '../../ui/textPlace.js';
import type { LiveValues } from './liveValues.js';
import type { CompletionServices, QueryCompletions } from './queryCompletions.js';

/** Completes and explains queries; what does it is loaded when somebody types one. Same selector as VS Code's JSON, so both are asked. */
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
  const lists = () => import('./openLists.js');
  const isQuery = ({ languageId }: vscode.TextDocument) => languageId === Notebook.language;
  return vscode.Disposable.from(
    vscode.languages.registerCompletionItemProvider(Notebook.language, provider, '"', ':', ' ', '['),
    vscode.languages.registerHoverProvider(Notebook.language, {
      provideHover: async (document, position, token) => {
        const asked = textPlace(document, position);
        const { queryHover } = await import('./queryHovers.js');
        return queryHover(await values(), { document, asked, token });
      },
    }),
    vscode.workspace.onDidChangeTextDocument(change => {
      if (isQuery(change.document))
        inBackground(
          log,
          lists().then(({ openAfterChange }) => openAfterChange(change)),
        );
    }),
    vscode.window.onDidChangeTextEditorSelection(change => {
      if (isQuery(change.textEditor.document))
        inBackground(
          log,
          lists().then(({ openAtStop }) => openAtStop(change)),
        );
    }),
  );
}
