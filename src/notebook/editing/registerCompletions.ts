import * as vscode from 'vscode';
import { Notebook } from '../../ids.js';
import { DocumentSymbol, type Log } from '../../ui/doors.js';
import { inBackground } from '../../ui/listeners.js';
import { loadedOnce, ownedOnce } from '../../ui/loadedOnce.js';
import { onceDocumentOpens } from '../../ui/onceOpened.js';
import { together } from '../../ui/lifetimes.js';
import { isQueryDocument, isQueryNotebook } from '../notebookMetadata.js';
import { cellOf } from '../openNotebooks.js';
import type { OpenedLists } from './openedLists.js';
import type { CompletionServices } from './queryCompletions.js';

/** Completes and explains queries; what does it is loaded when somebody types one. Same selector as VS Code's JSON, so both are asked. */
export function registerCompletions(services: CompletionServices, log: Log): vscode.Disposable {
  const completions = loadedOnce(
    async () => new (await import('./queryCompletions.js')).QueryCompletions(services),
  );
  const lists = loadedOnce(async () => new (await import('./openedLists.js')).OpenedLists());
  const inLists = (document: vscode.TextDocument, change: (opened: OpenedLists) => void) => {
    if (isQueryDocument(document)) inBackground(log, lists().then(change));
  };
  const provider: vscode.CompletionItemProvider = {
    provideCompletionItems: async (document, position, token) => {
      token.onCancellationRequested(() => inLists(document, opened => opened.givenUp(document)));
      return (await completions()).provideCompletionItems(document, position, token);
    },
  };
  const register = () =>
    together(
      vscode.languages.registerCompletionItemProvider(Notebook.language, provider, '"', ':', ' ', '[', '{'),
      vscode.languages.registerHoverProvider(Notebook.language, {
        provideHover: async (document, position, token) =>
          (await import('./queryHovers.js')).queryHover(
            { document, position, token },
            await services.values(),
          ),
      }),
      registerSymbols(),
      vscode.workspace.onDidChangeTextDocument(change =>
        inLists(change.document, opened => opened.afterChange(change)),
      ),
      vscode.window.onDidChangeTextEditorSelection(change =>
        inLists(change.textEditor.document, opened => opened.atStop(change)),
      ),
    );
  return onceDocumentOpens(isQueryDocument, () => together(register(), registerRenames(log)));
}

/** VS Code keeps symbols until the text or the providers change, and the name and the view of a cell are in neither (`OutlineModel`). */
function registerSymbols(): vscode.Disposable {
  const register = () =>
    vscode.languages.registerDocumentSymbolProvider(Notebook.language, { provideDocumentSymbols });
  let registered = register();
  const listener = vscode.workspace.onDidChangeNotebookDocument(({ notebook, cellChanges }) => {
    if (!isQueryNotebook(notebook) || !cellChanges.some(({ metadata }) => metadata)) return;
    registered.dispose();
    registered = register();
  });
  return together(listener, { dispose: () => registered.dispose() });
}

/** VS Code's JSON names the fields of the query below it, which no other extension can prevent. */
async function provideDocumentSymbols(document: vscode.TextDocument): Promise<DocumentSymbol[]> {
  const symbol = (await import('./querySymbol.js')).querySymbol(document.getText(), cellOf(document));
  if (!symbol) return [];
  // VS Code selects the range of a symbol that is chosen: of the whole text, what is typed next would take its place.
  const start = new vscode.Range(0, 0, 0, 0);
  return [new DocumentSymbol(symbol.name, symbol.detail, vscode.SymbolKind[symbol.icon], start, start)];
}

function registerRenames(log: Log): vscode.Disposable {
  const renames = ownedOnce(async () => {
    const { VariableRenames } = await import('../variables/renameVariable.js');
    return new VariableRenames(work => inBackground(log, work));
  });
  return together(
    vscode.languages.registerRenameProvider(Notebook.language, {
      prepareRename: async (document, position) => (await renames.get()).prepareRename(document, position),
      provideRenameEdits: async (document, position, name) =>
        (await renames.get()).provideRenameEdits(document, position, name),
    }),
    renames,
  );
}
