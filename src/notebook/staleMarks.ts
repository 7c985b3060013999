import * as vscode from 'vscode';
import type { StaleResults } from '../model/results/shownResult.js';
import { isSameValue } from '../model/inventory/recordRules.js';
import { Owner } from '../ui/lifetimes.js';
import { isQueryNotebook } from './notebookMetadata.js';
import type { ResultStore } from './results/resultStore.js';
import { staleCells } from './staleAnswers.js';

/** Tells the pages of notebooks which results are stale, whenever that changes. */
export class StaleMarks extends Owner {
  private readonly stale = new Map<vscode.NotebookDocument, readonly string[]>();

  /** @param tell all pages, each of which knows its results by their ids */
  constructor(
    private readonly results: ResultStore,
    private readonly tell: (stale: StaleResults) => void,
  ) {
    super();
    const { workspace } = vscode;
    this.own(
      workspace.onDidOpenNotebookDocument(notebook => this.update(notebook)),
      workspace.onDidChangeNotebookDocument(({ notebook }) => this.update(notebook)),
      workspace.onDidCloseNotebookDocument(notebook => this.stale.delete(notebook)),
    );
    workspace.notebookDocuments.forEach(notebook => this.update(notebook));
  }

  /** Tells also a page that was just loaded. */
  tellAll(): void {
    this.tell({ type: 'stale', results: [...this.stale.values()].flat() });
  }

  private update(notebook: vscode.NotebookDocument): void {
    if (!isQueryNotebook(notebook)) return;
    const stale = staleCells(notebook);
    const ids = stale.flatMap(cell => this.results.idOf(cell) ?? []);
    if (isSameValue(this.stale.get(notebook) ?? [], ids)) return;
    this.stale.set(notebook, ids);
    this.tellAll();
  }
}
