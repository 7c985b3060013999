import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { ResultTable, OddRow } from '../../model/query/queryResult.js';
import type { SaidOfResult } from '../../model/results/caption.js';
import type { SeriesChoice } from '../../model/results/viewSettings.js';
import type { ResultOutput } from '../../model/results/shownResult.js';
import { NothingToDoError } from '../../words/sentenceErrors.js';
import { answerOutput, drawnResult, drawnRun } from './runSummary.js';

/** A result with all its rows, for as long as its cell shows it. */
export interface KeptResult {
  readonly cell: vscode.NotebookCell;
  readonly connectionId: string;
  /** As sent. */
  readonly query: unknown;
  readonly table: ResultTable;
  /** What of the answer could not be read. */
  readonly oddRows: readonly OddRow[];
  /** Whether it comes from the file of its notebook. */
  readonly isStored: boolean;
  readonly said: SaidOfResult;
}

/** The results that cells show now; what an output cannot hold is asked from here. */
export class ResultStore implements vscode.Disposable {
  private readonly results = new Map<string, KeptResult>();
  /** Which series the chart of a cell draws, for its next result; nothing for its file. */
  readonly series = new WeakMap<vscode.NotebookCell, SeriesChoice>();
  private readonly listener = vscode.workspace.onDidCloseNotebookDocument(closed =>
    this.forget(({ cell }) => cell.notebook === closed),
  );

  /** Keeps the result of a cell in place of the one before, and returns the id that names it. */
  keep(result: KeptResult): string {
    this.forget(({ cell }) => cell === result.cell);
    const id = crypto.randomUUID();
    this.results.set(id, result);
    return id;
  }

  /** Keeps a result that came from a file, under the id that its output has. */
  restore(id: string, result: KeptResult): void {
    this.results.set(id, result);
  }

  /** A deletion that is undone makes a cell anew, with the output that it had: the result is of that cell then. */
  get(id: string): KeptResult | undefined {
    const kept = this.results.get(id);
    if (!kept || kept.cell.index >= 0) return kept;
    const cell = kept.cell.notebook.getCells().find(each => shownId(each) === id);
    if (!cell) return kept;
    const found = { ...kept, cell };
    this.results.set(id, found);
    return found;
  }

  /** The id of the result that a cell shows. */
  idOf(cell: vscode.NotebookCell): string | undefined {
    for (const [id, result] of this.results) if (result.cell === cell) return id;
    return shownId(cell);
  }

  /** The result that a cell shows. */
  ofCell(cell: vscode.NotebookCell): KeptResult | undefined {
    return this.get(this.idOf(cell) ?? '');
  }

  dispose(): void {
    this.listener.dispose();
    this.results.clear();
  }

  private forget(isOld: (result: KeptResult) => boolean): void {
    for (const [id, result] of this.results) if (isOld(result)) this.results.delete(id);
  }
}

/** What the cell of a result gave the page to draw. */
export function shownOutput(cell: vscode.NotebookCell): ResultOutput | undefined {
  const output = answerOutput(cell);
  return output && drawnResult(output);
}

function shownId(cell: vscode.NotebookCell): string | undefined {
  const output = answerOutput(cell);
  return output && drawnRun(output)?.id;
}

/**
 * The result of the selected cell in the notebook that has the focus.
 * @throws {Error} with a sentence for people when there is none
 */
export function requireResult(results: ResultStore): KeptResult {
  const editor = vscode.window.activeNotebookEditor;
  const cell =
    editor && editor.selection.start < editor.notebook.cellCount
      ? editor.notebook.cellAt(editor.selection.start)
      : undefined;
  const result = cell && results.ofCell(cell);
  if (!result) throw new NothingToDoError(l10n.t('Select a query cell that has a result, or run it first.'));
  return result;
}
