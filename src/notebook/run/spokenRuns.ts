import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { RunSaid } from '../../model/results/shownResult.js';
import { describeError } from '../../words/describeError.js';
import { joined, quoted, type Inert } from '../../words/inert.js';
import { cellName, queryCells } from '../notebookMetadata.js';
import { answerSummary } from '../results/runSummary.js';
import { rowCountText } from '../../words/locale.js';
import { remarksTexts } from '../../words/queryWords.js';
import { duration } from '../results/runWords.js';
import type { EndedRun } from '../results/runSummary.js';

/** Milliseconds for which a page that was not there yet gets to say what was said. */
const newsFor = 5_000;

/** What was said last of a notebook. */
interface LastSaid extends RunSaid {
  /** Milliseconds since 1970; a cell that runs stays news. */
  readonly until: number;
}

/**
 * Lets the page of a notebook say to a screen reader when a query begins and what became of it: VS Code shows both by icons
 * and says neither to who reads elsewhere.
 */
export class SpokenRuns {
  private readonly last = new WeakMap<vscode.NotebookDocument, LastSaid>();
  private number = 0;

  /** @param post gives a message to the page of an editor, if that is there */
  constructor(
    private readonly post: (said: RunSaid, editor: vscode.NotebookEditor) => PromiseLike<unknown>,
  ) {}

  /** The query of a cell is on its way. */
  begun(cell: vscode.NotebookCell): Promise<void> {
    return this.say(cell, l10n.t('Query running'), Number.POSITIVE_INFINITY);
  }

  /** @param isByItself whether nobody has asked for the run, of which only a failure that is new is said */
  async ended(run: EndedRun, isByItself: boolean): Promise<void> {
    const sentence = endWords(run);
    if (!sentence || (isByItself && run.outcome !== 'failed')) return;
    if (isByItself && this.last.get(run.cell.notebook)?.sentence === withName(run.cell, sentence)) return;
    await this.say(run.cell, sentence, Date.now() + newsFor);
  }

  /** Says once more what a page may have missed while it was loaded. */
  async sayAgain(editor: vscode.NotebookEditor): Promise<void> {
    const last = this.last.get(editor.notebook);
    if (last && last.until > Date.now()) await this.post(last, editor);
  }

  private async say(cell: vscode.NotebookCell, sentence: Inert, until: number): Promise<void> {
    const { notebook } = cell;
    this.number += 1;
    const said = { type: 'said', number: this.number, sentence: withName(cell, sentence), until } as const;
    this.last.set(notebook, said);
    const editors = vscode.window.visibleNotebookEditors.filter(editor => editor.notebook === notebook);
    await Promise.all(editors.map(editor => this.post(said, editor)));
  }
}

/** Which cell it is, where there are several. */
function withName(cell: vscode.NotebookCell, sentence: Inert): Inert {
  if (queryCells(cell.notebook).length < 2) return sentence;
  return l10n.t('Cell {0}: {1}', quoted(cellName(cell) ?? String(cell.index + 1)), sentence);
}

/** What became of a run; nothing for a cell that is gone. */
function endWords({ cell, outcome, error }: EndedRun): Inert | undefined {
  if (cell.notebook.isClosed || cell.index < 0) return undefined;
  if (outcome === 'failed') return l10n.t('Failed: {0}', describeError(error));
  if (outcome === 'stopped') return error === undefined ? l10n.t('Cancelled') : describeError(error);
  const summary = answerSummary(cell);
  const { rowCount = 0, totalRows = 0, elapsed } = summary ?? {};
  const rows = rowCountText(rowCount, totalRows);
  const answered = elapsed === undefined ? rows : l10n.t('{0} after {1}', rows, duration(elapsed));
  return joined([answered, ...remarksTexts(summary ?? {})], '. ');
}
