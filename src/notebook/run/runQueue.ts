import type * as vscode from 'vscode';
import { Emitter } from '../../ui/lifetimes.js';
import type { QueueWatch } from './runBatch.js';

type Cell = vscode.NotebookCell;

/** Knows which cells run or wait for their turn, whichever kernel has them. */
export class RunQueue implements QueueWatch {
  private readonly busy = new Set<Cell>();
  private readonly queuing = new Emitter<Cell>();
  private readonly leaving = new Emitter<Cell>();
  readonly onDidQueue = this.queuing.event;

  isBusy(cell: Cell): boolean {
    return this.busy.has(cell);
  }

  queued(cell: Cell): void {
    this.busy.add(cell);
    this.queuing.fire(cell);
  }

  left(cell: Cell): void {
    this.busy.delete(cell);
    this.leaving.fire(cell);
  }

  /** Fulfilled when none of the cells runs or waits any more. */
  idle(cells: readonly Cell[]): Promise<void> {
    const isIdle = () => !cells.some(cell => this.busy.has(cell));
    if (isIdle()) return Promise.resolve();
    return new Promise(resolve => {
      const listener = this.leaving.event(() => {
        if (!isIdle()) return;
        listener.dispose();
        resolve();
      });
    });
  }
}
