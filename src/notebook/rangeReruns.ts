import * as vscode from 'vscode';
import { inBackground } from '../ui/listeners.js';
import { Emitter, Owner } from '../ui/lifetimes.js';
import type { Log } from '../ui/doors.js';
import { isQueryNotebook, notebookRange, notebookZone, ownRange, queryCells } from './notebookMetadata.js';
import { answerOutput } from './results/runSummary.js';
import type { RunQueue } from './run/runQueue.js';
import { withTheirUsers } from './variables/cellVariables.js';
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
export class RangeReruns extends Owner {
  private readonly lookedAt = new WeakMap<Cell, LookedAt>();
  /** The cells that a notebook runs again as soon as what they do now has ended. */
  private readonly pending = new WeakMap<vscode.NotebookDocument, ReadonlySet<Cell>>();

  private readonly givenUp = new Emitter<string>();
  /** Tells a range for which there is another one now, wherever that came from. */
  readonly onDidGiveUp = this.givenUp.event;

  constructor(
    private readonly queue: RunQueue,
    log: Log,
  ) {
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

  /** Notes what the cells of a notebook look at. @returns those that looked at something else before */
  private note(notebook: vscode.NotebookDocument): Cell[] {
    if (!isQueryNotebook(notebook)) return [];
    const zone = notebookZone(notebook);
    const left = new Set<string>();
    const changed = queryCells(notebook).filter(cell => {
      const range = ownRange(cell) ?? notebookRange(notebook);
      const before = this.lookedAt.get(cell);
      if (before?.range === range && before.zone === zone) return false;
      this.lookedAt.set(cell, { range, zone });
      if (before && before.range !== range) left.add(before.range);
      return before && (before.zone !== zone || writtenIntervals(cell) === undefined);
    });
    for (const range of left) this.givenUp.fire(range);
    return changed;
  }

  private async rerun(notebook: vscode.NotebookDocument, changed: readonly Cell[]): Promise<void> {
    const { queue } = this;
    const older = this.pending.get(notebook);
    const isWanted = (cell: Cell) => answerOutput(cell) !== undefined || queue.isBusy(cell);
    const affected = withTheirUsers(changed.filter(isWanted), notebook);
    const again = queryCells(notebook).filter(
      cell => older?.has(cell) || (affected.has(cell) && isWanted(cell)),
    );
    const pending = new Set(again);
    this.pending.set(notebook, pending);
    const { cancelCells, runCells } = await import('./results/resultEdits.js');
    const busy = again.filter(cell => queue.isBusy(cell));
    if (busy.length > 0) await cancelCells(busy);
    await queue.idle(busy);
    if (this.pending.get(notebook) !== pending) return;
    this.pending.delete(notebook);
    await runCells(again);
  }
}
