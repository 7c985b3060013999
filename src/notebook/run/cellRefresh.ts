import type * as vscode from 'vscode';
import type { Log } from '../../ui/doors.js';
import { inBackground } from '../../ui/listeners.js';
import { refreshSeconds } from '../notebookMetadata.js';
import type { EndedRun } from '../results/runSummary.js';

/**
 * Runs cells again that ask for it, some seconds after their last run has ended. A cell begins with that when somebody has
 * run it, never by being opened, and ends with it when its run is cancelled.
 */
export class CellRefresh implements vscode.Disposable {
  private readonly own = new WeakSet<vscode.NotebookCell>();
  private readonly timers = new Map<vscode.NotebookCell, NodeJS.Timeout>();

  constructor(private readonly log: Log) {}

  dispose(): void {
    for (const timer of this.timers.values()) clearTimeout(timer);
    this.timers.clear();
  }

  /** Whether a cell runs, or is about to, without anybody having asked for it. */
  readonly isByItself = (cell: vscode.NotebookCell): boolean => this.own.has(cell);

  /** Plans the next run of a cell that has run. */
  ended({ cell, outcome }: EndedRun): void {
    this.stop(cell);
    this.own.delete(cell);
    const seconds = refreshSeconds(cell);
    if (seconds === undefined || outcome === 'stopped') return;
    const again = () => {
      this.timers.delete(cell);
      const isThere = !cell.notebook.isClosed && cell.index >= 0;
      if (isThere && refreshSeconds(cell) !== undefined) {
        inBackground(this.log, this.runByThemselves([cell]));
      }
    };
    this.timers.set(cell, setTimeout(again, seconds * 1000));
  }

  /** Runs cells for which nobody has asked. */
  async runByThemselves(cells: readonly vscode.NotebookCell[]): Promise<void> {
    for (const cell of cells) this.own.add(cell);
    await (await import('../results/resultEdits.js')).runCells(cells);
  }

  /** Gives up the next run of a cell. */
  stop(cell: vscode.NotebookCell): void {
    clearTimeout(this.timers.get(cell));
    this.timers.delete(cell);
  }
}
