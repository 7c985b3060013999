import type * as vscode from 'vscode';
import type { Log } from '../../ui/doors.js';
import { inBackground } from '../../ui/listeners.js';
import { refreshSeconds } from '../notebookMetadata.js';
import type { EndedRun } from '../results/runSummary.js';

/**
 * Runs cells again that ask for it, some seconds after their last run has ended. A cell begins with that when somebody has
 * run it, never by being opened, ends with it when its run is cancelled, and waits while it asks for something else than it
 * was run for: nobody has asked for what is being typed.
 */
export class CellRefresh implements vscode.Disposable {
  private readonly own = new WeakSet<vscode.NotebookCell>();
  private readonly timers = new Map<vscode.NotebookCell, NodeJS.Timeout>();
  private readonly ranAs = new WeakMap<vscode.NotebookCell, string>();

  constructor(private readonly log: Log) {}

  dispose(): void {
    for (const timer of this.timers.values()) clearTimeout(timer);
    this.timers.clear();
  }

  /** Whether a cell runs, or is about to, without anybody having asked for it. */
  readonly isByItself = (cell: vscode.NotebookCell): boolean => this.own.has(cell);

  /** A cell is about to run: what somebody begins takes the place of the next run by itself. @param asks as `cellFingerprint` names it */
  begun(cell: vscode.NotebookCell, asks: string): void {
    this.stop(cell);
    this.ranAs.set(cell, asks);
  }

  private async again(cell: vscode.NotebookCell): Promise<void> {
    this.timers.delete(cell);
    const isThere = !cell.notebook.isClosed && cell.index >= 0;
    if (!isThere || refreshSeconds(cell) === undefined) return;
    if (await this.isAsRun(cell)) await this.runByThemselves([cell]);
    else this.plan(cell);
  }

  /** Whether a cell asks for what it was run for last, or was answered last where it comes from a file. */
  async isAsRun(cell: vscode.NotebookCell): Promise<boolean> {
    return (await import('../staleAnswers.js')).asksAsBefore(cell, this.ranAs.get(cell));
  }

  /** Plans the next run of a cell that has run. */
  ended({ cell, outcome }: EndedRun): void {
    this.stop(cell);
    this.own.delete(cell);
    if (outcome !== 'stopped') this.plan(cell);
  }

  private plan(cell: vscode.NotebookCell): void {
    const seconds = refreshSeconds(cell);
    if (seconds === undefined) return;
    const again = () => inBackground(this.log, this.again(cell));
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
