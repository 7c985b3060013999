import * as vscode from 'vscode';
import { describeError } from '../ui/describeError.js';
import { joined, unlinked, type Inert } from '../ui/inert.js';
import { momentWords } from '../ui/timeWords.js';
import { answerOutput, readRunSummary } from './runSummary.js';

/** What a cell shows after a run that failed: why, above its last good answer. */
export function failedOutputs(cell: vscode.NotebookCell, error: unknown): vscode.NotebookCellOutput[] {
  const kept = answerOutput(cell);
  const name = kept
    ? vscode.l10n.t('Last run failed at {0}', momentWords(Date.now()))
    : vscode.l10n.t('Query failed');
  const message = unlinked(joined([describeError(error), answeredBefore(kept)]));
  const failure = vscode.NotebookCellOutputItem.error({ name, message });
  return [new vscode.NotebookCellOutput([failure]), ...(kept ? [kept] : [])];
}

/** What a cell shows after a run that was cancelled: its last good answer below that, and nothing without one. */
export function stoppedOutputs(cell: vscode.NotebookCell): vscode.NotebookCellOutput[] {
  const kept = answerOutput(cell);
  if (!kept) return [];
  const stopped = vscode.l10n.t('The last run was cancelled at {0}.', momentWords(Date.now()));
  const sentence = unlinked(joined([stopped, answeredBefore(kept)]));
  return [new vscode.NotebookCellOutput([vscode.NotebookCellOutputItem.text(sentence, 'text/plain')]), kept];
}

function answeredBefore(kept: vscode.NotebookCellOutput | undefined): Inert | '' {
  const summary = readRunSummary(kept?.metadata);
  return summary ? vscode.l10n.t('Below is the answer of {0}.', momentWords(Date.parse(summary.ranAt))) : '';
}
