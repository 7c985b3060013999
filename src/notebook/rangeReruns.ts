import * as vscode from 'vscode';
import { withUsers } from '../model/notebook/runPlan.js';
import { inBackground } from '../ui/listeners.js';
import { Owner } from '../ui/lifetimes.js';
import type { Log } from '../ui/doors.js';
import { isQueryNotebook, notebookRange, notebookZone, ownRange, queryCells } from './notebookMetadata.js';
import type { QueueWatch } from './run/runBatch.js';
import { cancelCells, runCells } from './results/resultEdits.js';
import { answerOutput } from './results/runSummary.js';
import { orderedCell } from './variables/cellVariables.js';
import { writtenIntervals } from './time/rangeSteps.js';

type Cell = vscode.NotebookCell;

/** Whether cells run again when what they look at changes: a setting. */
export const rerunsOnRange = (): boolean =>
  vscode.workspace.getConfiguration('netsensor.notebook').get('rerunOnRange', true);

/** What a cell looks at, where its text does not say. */
interface LookedAt {
  readonly range: string;
  readonly zone: string;
}

/**
 * Runs cells that have an answer again when the range or the zone changes that they use, whoever changes it. A newer change
 * cancels what an older one began.
 */
export class RangeReruns extends Owner implements QueueWatch {
  private readonly lookedAt = new WeakMap<Cell, LookedAt>();
  /** Cells that run or wait for their turn. */
  private readonly busy = new Set<Cell>();
  private readonly turns = new WeakMap<vscode.NotebookDocument, Set<Cell>>();
  private onIdle: (() => void)[] = [];

  constructor(log: Log) {
    super();
    const { workspace } = vscode;
    this.own(
      workspace.onDidOpenNotebookDocument(notebook => this.note(notebook)),
      workspace.onDidChangeNotebookDocument(({ notebook }) => {
        const changed = this.note(notebook);
        if (changed.length > 0 && rerunsOnRange()) inBackground(log, this.rerun(notebook, changed));
      }),
    );
    workspace.notebookDocuments.forEach(notebook => this.note(notebook));
  }

  queued(cell: Cell): void {
    this.busy.add(cell);
  }

  left(cell: Cell): void {
    this.busy.delete(cell);
    this.onIdle.splice(0).forEach(look => look());
  }

  /** Notes what the cells of a notebook look at. @returns those that looked at something else before */
  private note(notebook: vscode.NotebookDocument): Cell[] {
    if (!isQueryNotebook(notebook)) return [];
    const zone = notebookZone(notebook);
    return queryCells(notebook).filter(cell => {
      const range = ownRange(cell) ?? notebookRange(notebook);
      const before = this.lookedAt.get(cell);
      if (before?.range === range && before.zone === zone) return false;
      this.lookedAt.set(cell, { range, zone });
      return before && (before.zone !== zone || writtenIntervals(cell) === undefined);
    });
  }

  private async rerun(notebook: vscode.NotebookDocument, changed: readonly Cell[]): Promise<void> {
    // What an older change asked for has not been asked yet, or is cancelled here.
    const wanted = new Set([...(this.turns.get(notebook) ?? []), ...changed]);
    this.turns.set(notebook, wanted);
    const isWanted = (cell: Cell) => answerOutput(cell) !== undefined || this.busy.has(cell);
    const cells = queryCells(notebook);
    const affected = withUsers([...wanted].filter(isWanted), cells.map(orderedCell));
    const again = cells.filter(cell => affected.has(cell) && isWanted(cell));
    const running = again.filter(cell => this.busy.has(cell));
    if (running.length > 0) await cancelCells(running);
    while (running.some(cell => this.busy.has(cell)))
      await new Promise<void>(resolve => this.onIdle.push(resolve));
    if (this.turns.get(notebook) !== wanted) return;
    this.turns.delete(notebook);
    await runCells(again);
  }
}
