import * as vscode from 'vscode';
import { window, type Log } from '../../ui/doors.js';
import { inBackground } from '../../ui/listeners.js';
import { requireCell, updateCell } from '../notebookMetadata.js';
import type { EndedRun } from './connectionKernel.js';

const field = 'refreshSeconds';
const least = 5;
const most = 86_400;

/** How often a cell runs by itself, in seconds. */
export function refreshSeconds({ metadata }: vscode.NotebookCell): number | undefined {
  const seconds: unknown = metadata[field];
  return typeof seconds === 'number' && seconds >= least && seconds <= most ? seconds : undefined;
}

/**
 * Runs cells again that ask for it, some seconds after their last run has ended. A cell begins with that when somebody has
 * run it, never by being opened, and ends with it when its run is cancelled.
 */
export class CellRefresh implements vscode.Disposable {
  private readonly timers = new Map<vscode.NotebookCell, NodeJS.Timeout>();

  constructor(private readonly log: Log) {}

  dispose(): void {
    for (const timer of this.timers.values()) clearTimeout(timer);
    this.timers.clear();
  }

  /** Plans the next run of a cell that has run. */
  ended({ cell, outcome }: EndedRun): void {
    clearTimeout(this.timers.get(cell));
    this.timers.delete(cell);
    const seconds = refreshSeconds(cell);
    if (seconds === undefined || outcome === 'stopped') return;
    const again = () => {
      this.timers.delete(cell);
      const isThere = !cell.notebook.isClosed && cell.index >= 0;
      if (isThere && refreshSeconds(cell) !== undefined) inBackground(this.log, run(cell));
    };
    this.timers.set(cell, setTimeout(again, seconds * 1000));
  }

  /** Asks how often a cell is to run by itself. */
  async choose(clicked?: vscode.NotebookCell): Promise<void> {
    const cell = requireCell(clicked);
    const typed = await window.showInputBox({
      title: vscode.l10n.t('Run the cell again every … seconds'),
      prompt: vscode.l10n.t('From {0} to {1}; empty turns it off. It begins with the next run.', least, most),
      value: String(refreshSeconds(cell) ?? ''),
      validateInput: text => {
        const seconds = Number(text);
        if (text === '' || (Number.isInteger(seconds) && seconds >= least && seconds <= most))
          return undefined;
        return vscode.l10n.t('Write a whole number from {0} to {1}, or nothing.', least, most);
      },
    });
    if (typed === undefined) return;
    await updateCell(cell, { [field]: typed === '' ? undefined : Number(typed) });
    clearTimeout(this.timers.get(cell));
    this.timers.delete(cell);
  }
}

const run = async (cell: vscode.NotebookCell) =>
  (await import('../results/resultEdits.js')).runCell(cell.notebook, cell.index);
