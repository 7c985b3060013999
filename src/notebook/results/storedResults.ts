import * as vscode from 'vscode';
import type { Log } from '../../ui/doors.js';
import { inBackground } from '../../ui/listeners.js';
import { Owner } from '../../ui/lifetimes.js';
import type { EndedRun } from './runSummary.js';
import { isQueryNotebook, updateCell } from '../notebookMetadata.js';
import type { ResultStore } from './resultStore.js';
import type { Storing } from './storeResults.js';

/** Keeps results that notebooks store and those that they show the same. */
export class StoredResults extends Owner {
  readonly storing: Storing;

  constructor(
    private readonly results: ResultStore,
    log: Log,
  ) {
    super();
    this.storing = { results, asked: new WeakSet(), log };
    const { workspace } = vscode;
    this.own(
      workspace.onDidOpenNotebookDocument(notebook => inBackground(log, this.restore(notebook))),
      workspace.onDidChangeNotebookDocument(({ notebook, contentChanges, cellChanges }) => {
        if (!isQueryNotebook(notebook)) return;
        if (contentChanges.length > 0) inBackground(log, this.restore(notebook));
        // Clearing takes outputs and order away one after the other.
        const touched = cellChanges.filter(({ outputs, executionSummary }) => outputs ?? executionSummary);
        for (const { cell } of touched) if (isCleared(cell)) inBackground(log, forget(cell));
      }),
    );
    workspace.notebookDocuments.forEach(notebook => inBackground(log, this.restore(notebook)));
  }

  /** Stores what a cell shows that was answered; else its last good answer stays in the file too. */
  async ended({ cell, outcome }: EndedRun): Promise<void> {
    if (outcome !== 'answered') return;
    await (await import('./storeResults.js')).storeAndAsk([cell], this.storing);
  }

  /** Makes what came from the file known, so that its values can be acted on and exported. */
  private async restore(notebook: vscode.NotebookDocument): Promise<void> {
    if (!isQueryNotebook(notebook)) return;
    const { resultField } = await loadFile();
    const stored = notebook.getCells().filter(({ metadata }) => resultField in metadata);
    if (stored.length === 0) return;
    const { restoredResult } = await import('./restoreResult.js');
    for (const cell of stored) {
      const found = this.results.ofCell(cell) ? undefined : restoredResult(cell);
      if (found) this.results.restore(found.id, found.result);
    }
  }
}

/** A cell that runs has no output for a moment, but a place in the order. */
const isCleared = ({ outputs, executionSummary }: vscode.NotebookCell) =>
  outputs.length === 0 && executionSummary?.executionOrder === undefined;

const loadFile = () => import('../../model/notebook/notebookFile.js');

async function forget(cell: vscode.NotebookCell): Promise<void> {
  const { resultField } = await loadFile();
  if (resultField in cell.metadata) await updateCell(cell, { [resultField]: undefined });
}
