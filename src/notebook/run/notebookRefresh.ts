import * as vscode from 'vscode';
import type { Log } from '../../ui/doors.js';
import { inBackground } from '../../ui/listeners.js';
import { Owner } from '../../ui/lifetimes.js';
import { isQueryNotebook, queryCells, readField, refreshSeconds } from '../notebookMetadata.js';
import { answerOutput, type EndedRun } from '../results/runSummary.js';
import type { CellRefresh } from './cellRefresh.js';
import type { RunQueue } from './runQueue.js';

/** What knows of cells that run. */
interface RefreshParts {
  /** Which remember what runs by itself. */
  readonly cells: CellRefresh;
  readonly queue: RunQueue;
  readonly log: Log;
  /** Told when a notebook begins or ends to run by itself. */
  readonly onChanged: () => void;
}

interface Asked {
  readonly seconds: number | undefined;
  readonly read: unknown;
}

/**
 * Runs the cells of notebooks that ask for it again, all that have an answer, some seconds after the last run has ended. A
 * notebook begins with that when somebody runs a cell, never by being opened, ends with it when a run is cancelled, and waits
 * as long as nobody sees it. Cells that were changed since wait until somebody runs them.
 */
export class NotebookRefresh extends Owner {
  private readonly timers = new Map<vscode.NotebookDocument, NodeJS.Timeout>();
  /** Seconds that notebooks ask for, and in which read of their files; what a file asks for waits for the first run. */
  private readonly asked = new WeakMap<vscode.NotebookDocument, Asked>();
  /** Whose time has come while nobody saw them. */
  private readonly unseen = new Set<vscode.NotebookDocument>();
  private readonly begun = new WeakSet<vscode.NotebookDocument>();
  private isEnded = false;

  constructor(private readonly parts: RefreshParts) {
    super();
    const { workspace } = vscode;
    workspace.notebookDocuments.forEach(notebook => this.note(notebook));
    this.own(
      workspace.onDidOpenNotebookDocument(notebook => this.note(notebook)),
      workspace.onDidCloseNotebookDocument(notebook => this.end(notebook)),
      vscode.window.onDidChangeVisibleNotebookEditors(() => {
        for (const notebook of [...this.unseen]) this.again(notebook);
      }),
      workspace.onDidChangeNotebookDocument(({ notebook, metadata }) => {
        if (!metadata || !isQueryNotebook(notebook)) return;
        const before = this.asked.get(notebook);
        const { seconds, read } = this.note(notebook);
        // Nobody has asked for what another program wrote into the file.
        if (seconds !== before?.seconds && (read === before?.read || this.isOn(notebook)))
          this.plan(notebook);
      }),
    );
  }

  override dispose(): void {
    this.isEnded = true;
    super.dispose();
    for (const notebook of [...this.timers.keys(), ...this.unseen]) this.stop(notebook);
  }

  /** Whether a notebook runs by itself; it does not before somebody has run a cell. */
  isOn(notebook: vscode.NotebookDocument): boolean {
    return this.begun.has(notebook);
  }

  /** A cell has run. */
  ended({ cell: { notebook }, outcome }: EndedRun): void {
    if (outcome === 'stopped') this.end(notebook);
    else this.plan(notebook);
  }

  private note(notebook: vscode.NotebookDocument): Asked {
    const asked = { seconds: refreshSeconds(notebook), read: notebook.metadata[readField] };
    this.asked.set(notebook, asked);
    return asked;
  }

  private plan(notebook: vscode.NotebookDocument): void {
    this.stop(notebook);
    const seconds = notebook.isClosed ? undefined : refreshSeconds(notebook);
    if (seconds === undefined || this.isEnded) return this.end(notebook);
    if (!this.begun.has(notebook)) {
      this.begun.add(notebook);
      this.parts.onChanged();
    }
    this.timers.set(
      notebook,
      setTimeout(() => this.again(notebook), seconds * 1000),
    );
  }

  private end(notebook: vscode.NotebookDocument): void {
    this.stop(notebook);
    if (this.begun.delete(notebook)) this.parts.onChanged();
  }

  private stop(notebook: vscode.NotebookDocument): void {
    clearTimeout(this.timers.get(notebook));
    this.timers.delete(notebook);
    this.unseen.delete(notebook);
  }

  private again(notebook: vscode.NotebookDocument): void {
    this.stop(notebook);
    const { queue, log } = this.parts;
    const isSeen = vscode.window.visibleNotebookEditors.some(editor => editor.notebook === notebook);
    if (!isSeen) {
      this.unseen.add(notebook);
      return;
    }
    const own = queryCells(notebook).filter(cell => refreshSeconds(cell) === undefined);
    // The end of what runs now plans the next time.
    if (own.some(cell => queue.isBusy(cell))) return;
    inBackground(
      log,
      this.runAgain(
        notebook,
        own.filter(cell => answerOutput(cell) !== undefined),
      ),
    );
  }

  private async runAgain(
    notebook: vscode.NotebookDocument,
    answered: readonly vscode.NotebookCell[],
  ): Promise<void> {
    const { cells } = this.parts;
    const unchanged = await Promise.all(answered.map(cell => cells.isAsRun(cell)));
    const due = answered.filter((_, place) => unchanged[place]);
    if (due.length > 0) await cells.runByThemselves(due);
    else this.plan(notebook);
  }
}
