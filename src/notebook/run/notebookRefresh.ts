import * as vscode from 'vscode';
import type { Log } from '../../ui/doors.js';
import { inBackground } from '../../ui/listeners.js';
import { Owner } from '../../ui/lifetimes.js';
import { isQueryNotebook, queryCells, refreshSeconds } from '../notebookMetadata.js';
import { answerOutput, type EndedRun } from '../results/runSummary.js';
import type { CellRefresh } from './cellRefresh.js';
import type { RunQueue } from './runQueue.js';

/** What knows of cells that run. */
interface RefreshParts {
  /** Which remember what runs by itself. */
  readonly cells: CellRefresh;
  readonly queue: RunQueue;
  readonly log: Log;
}

/**
 * Runs the cells of notebooks that ask for it again, all that have an answer, some seconds after the last run has ended. A
 * notebook begins with that when somebody runs a cell, never by being opened, ends with it when a run is cancelled, and waits
 * as long as nobody sees it.
 */
export class NotebookRefresh extends Owner {
  private readonly timers = new Map<vscode.NotebookDocument, NodeJS.Timeout>();
  /** Seconds that notebooks ask for; what a file asks for waits for the first run. */
  private readonly asked = new WeakMap<vscode.NotebookDocument, number | undefined>();
  /** Whose time has come while nobody saw them. */
  private readonly unseen = new Set<vscode.NotebookDocument>();
  private isEnded = false;

  constructor(private readonly parts: RefreshParts) {
    super();
    const { workspace } = vscode;
    const note = (notebook: vscode.NotebookDocument) => this.asked.set(notebook, refreshSeconds(notebook));
    workspace.notebookDocuments.forEach(note);
    this.own(
      workspace.onDidOpenNotebookDocument(note),
      workspace.onDidCloseNotebookDocument(notebook => this.stop(notebook)),
      vscode.window.onDidChangeVisibleNotebookEditors(() => this.unseen.forEach(each => this.again(each))),
      workspace.onDidChangeNotebookDocument(({ notebook, metadata }) => {
        if (!metadata || !isQueryNotebook(notebook)) return;
        if (this.asked.get(notebook) !== refreshSeconds(notebook)) this.plan(notebook);
      }),
    );
  }

  override dispose(): void {
    this.isEnded = true;
    super.dispose();
    for (const notebook of [...this.timers.keys(), ...this.unseen]) this.stop(notebook);
  }

  /** A cell has run. */
  ended({ cell: { notebook }, outcome }: EndedRun): void {
    if (outcome === 'stopped') this.stop(notebook);
    else this.plan(notebook);
  }

  private plan(notebook: vscode.NotebookDocument): void {
    this.stop(notebook);
    const seconds = notebook.isClosed ? undefined : refreshSeconds(notebook);
    this.asked.set(notebook, seconds);
    if (seconds === undefined || this.isEnded) return;
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
    this.stop(notebook);
    const { cells, queue, log } = this.parts;
    const isSeen = vscode.window.visibleNotebookEditors.some(editor => editor.notebook === notebook);
    if (!isSeen) {
      this.unseen.add(notebook);
      return;
    }
    const own = queryCells(notebook).filter(cell => refreshSeconds(cell) === undefined);
    // The end of what runs now plans the next time.
    if (own.some(cell => queue.isBusy(cell))) return;
    inBackground(log, cells.runByThemselves(own.filter(cell => answerOutput(cell) !== undefined)));
  }
}
