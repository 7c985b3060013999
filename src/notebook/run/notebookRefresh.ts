import * as vscode from 'vscode';
import type { Log } from '../../ui/doors.js';
import { inBackground } from '../../ui/listeners.js';
import { Owner } from '../../ui/lifetimes.js';
import { isQueryNotebook, queryCells, refreshSeconds } from '../notebookMetadata.js';
import { answerOutput, type EndedRun } from '../results/runSummary.js';
import type { CellRefresh } from './cellRefresh.js';

/**
 * Runs the cells of notebooks that ask for it again, all that have an answer, some seconds after the last run has ended. A
 * notebook begins with that when somebody runs a cell, never by being opened, and waits as long as nobody sees it.
 */
export class NotebookRefresh extends Owner {
  /** Of the notebooks that run by themselves; one that has gone off stands here until the run has ended. */
  private readonly timers = new Map<vscode.NotebookDocument, NodeJS.Timeout>();
  /** Seconds that notebooks asked for when they were planned last; what a file asks for waits for the first run. */
  private readonly asked = new WeakMap<vscode.NotebookDocument, number | undefined>();
  /** Whose time has come while nobody saw them. */
  private readonly unseen = new Set<vscode.NotebookDocument>();

  /** @param cells which know what runs by itself */
  constructor(
    private readonly cells: CellRefresh,
    private readonly log: Log,
  ) {
    super();
    const { workspace } = vscode;
    const note = (notebook: vscode.NotebookDocument) => this.asked.set(notebook, refreshSeconds(notebook));
    workspace.notebookDocuments.forEach(note);
    this.own(
      workspace.onDidOpenNotebookDocument(note),
      workspace.onDidCloseNotebookDocument(notebook => this.stop(notebook)),
      vscode.window.onDidChangeVisibleNotebookEditors(() => {
        for (const notebook of this.unseen) this.again(notebook);
      }),
      workspace.onDidChangeNotebookDocument(({ notebook, metadata }) => {
        if (metadata && isQueryNotebook(notebook) && this.asked.get(notebook) !== refreshSeconds(notebook))
          this.plan(notebook);
      }),
    );
  }

  override dispose(): void {
    super.dispose();
    for (const timer of this.timers.values()) clearTimeout(timer);
    this.timers.clear();
    this.unseen.clear();
  }

  /** A cell has run: its notebook begins to. */
  ended({ cell: { notebook } }: EndedRun): void {
    if (!this.timers.has(notebook)) this.plan(notebook);
  }

  /** Begins anew with the time that a notebook asks for now, or ends where it asks for none. */
  plan(notebook: vscode.NotebookDocument): void {
    this.stop(notebook);
    const seconds = notebook.isClosed ? undefined : refreshSeconds(notebook);
    this.asked.set(notebook, seconds);
    if (seconds !== undefined)
      this.timers.set(
        notebook,
        setTimeout(() => this.again(notebook), seconds * 1000),
      );
  }

  private stop(notebook: vscode.NotebookDocument): void {
    clearTimeout(this.timers.get(notebook));
    this.timers.delete(notebook);
    this.unseen.delete(notebook);
  }

  private again(notebook: vscode.NotebookDocument): void {
    const isSeen = vscode.window.visibleNotebookEditors.some(editor => editor.notebook === notebook);
    if (!isSeen) {
      this.unseen.add(notebook);
      return;
    }
    this.unseen.delete(notebook);
    inBackground(this.log, this.run(notebook));
  }

  private async run(notebook: vscode.NotebookDocument): Promise<void> {
    const cells = queryCells(notebook).filter(
      cell => answerOutput(cell) !== undefined && refreshSeconds(cell) === undefined,
    );
    try {
      await this.cells.runByThemselves(cells);
    } finally {
      if (this.timers.has(notebook)) this.plan(notebook);
    }
  }
}
