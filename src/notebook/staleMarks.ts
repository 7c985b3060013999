import * as vscode from 'vscode';
import type { CellNames, StaleResults } from '../model/results/shownResult.js';
import { isSameValue } from '../model/inventory/recordRules.js';
import { Owner } from '../ui/lifetimes.js';
import { cellName, isQueryNotebook, queryCells } from './notebookMetadata.js';
import type { ResultStore } from './results/resultStore.js';
import { staleCells } from './staleAnswers.js';

/** Tells the pages of notebooks which results are stale, and what their cells are called, whenever that changes. */
export class StaleMarks extends Owner {
  private readonly stale = new Map<vscode.NotebookDocument, readonly string[]>();
  private readonly names = new Map<vscode.NotebookDocument, CellNames['names']>();

  /** @param tell all pages, each of which knows its results by their ids */
  constructor(
    private readonly results: ResultStore,
    private readonly tell: (news: StaleResults | CellNames) => void,
  ) {
    super();
    const { workspace } = vscode;
    this.own(
      workspace.onDidOpenNotebookDocument(notebook => this.update(notebook)),
      workspace.onDidChangeNotebookDocument(({ notebook }) => this.update(notebook)),
      workspace.onDidCloseNotebookDocument(notebook => {
        this.stale.delete(notebook);
        this.names.delete(notebook);
      }),
    );
    workspace.notebookDocuments.forEach(notebook => this.update(notebook));
  }

  /** Tells also a page that was just loaded. */
  tellAll(): void {
    this.tellNames();
    this.tellStale();
  }

  private tellStale(): void {
    this.tell({ type: 'stale', results: [...this.stale.values()].flat() });
  }

  private tellNames(): void {
    this.tell({ type: 'names', names: Object.assign({}, ...this.names.values()) as CellNames['names'] });
  }

  private update(notebook: vscode.NotebookDocument): void {
    if (!isQueryNotebook(notebook)) return;
    this.updateNames(notebook);
    const stale = staleCells(notebook);
    const ids = stale.flatMap(cell => this.results.idOf(cell) ?? []);
    if (isSameValue(this.stale.get(notebook) ?? [], ids)) return;
    this.stale.set(notebook, ids);
    this.tellStale();
  }

  /** A new result says itself what its cell is called. */
  private updateNames(notebook: vscode.NotebookDocument): void {
    const before = this.names.get(notebook) ?? {};
    const named = queryCells(notebook).flatMap(cell => {
      const id = this.results.idOf(cell);
      return id === undefined ? [] : [[id, cellName(cell) ?? null] as const];
    });
    this.names.set(notebook, Object.fromEntries(named));
    if (named.some(([id, name]) => id in before && before[id] !== name)) this.tellNames();
  }
}
