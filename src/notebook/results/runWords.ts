import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { momentWords } from '../../words/locale.js';
import { inert, type Inert, joined, unlinked } from '../../words/inert.js';
import type { OddRow } from '../../model/query/queryResult.js';
import { describeError } from '../../words/describeError.js';
import { oddRowReason } from '../../words/queryWords.js';
import { isWorthAnotherTry, remedies, type OfferedRemedy } from '../../words/remedies.js';
import { answerOutput, answerSummary, waitsForField } from './runSummary.js';

/** `85 ms` or `1.2 s`. */
export const duration = (milliseconds: number): Inert =>
  milliseconds < 1000
    ? l10n.t('{0} ms', Math.round(milliseconds))
    : l10n.t('{0} s', inert((milliseconds / 1000).toFixed(1)));

/** Rows in the document. */
const mostOpened = 1_000;

/** Opens what could not be read as a document that is not saved. */
export async function openOddRows(oddRows: readonly OddRow[]): Promise<void> {
  const { printExactJson } = await import('netsensor-contract/text/exactJson');
  const rows = oddRows.slice(0, mostOpened).map(odd => ({
    row: odd.place,
    problem: oddRowReason(odd),
    sent: odd.sent,
  }));
  const content = `${printExactJson({ unreadable: oddRows.length, rows }, 2)}\n`;
  const document = await vscode.workspace.openTextDocument({ language: 'json', content });
  await vscode.window.showTextDocument(document);
}

/** Where an output says what helps against the failure that it tells. */
const remedyField = 'remedy';

/** What helps against the failure that a cell shows. */
export function offeredRemedy({ outputs: [first] }: vscode.NotebookCell): OfferedRemedy | undefined {
  const { remedy, connectionId } = first?.metadata?.[remedyField] ?? {};
  const known = remedies.find(each => each === remedy);
  return known && typeof connectionId === 'string' ? { remedy: known, connectionId } : undefined;
}

const laterField = 'mayWorkLater';

/** Whether what a cell failed of may work when it is run once more. */
export const mayWorkLater = ({ outputs: [first] }: vscode.NotebookCell): boolean =>
  first?.metadata?.[laterField] === true;

/**
 * The last answer that a cell shows, to be among its next outputs too: as another output. VS Code names drawings by the ids of outputs,
 * and when an output goes, the one that has taken its id over in another place is drawn no more, nor is what comes there later
 * (`NotebookCellTextModel.spliceNotebookCellOutputs`, `BackLayerWebView.removeInsets`).
 */
export function keptAnswer(cell: vscode.NotebookCell): vscode.NotebookCellOutput | undefined {
  const kept = answerOutput(cell);
  return kept && new vscode.NotebookCellOutput(kept.items, kept.metadata);
}

/**
 * What a cell shows after a run that failed: why, above its last good answer.
 * @param offered what helps against it
 */
export function failedOutputs(
  cell: vscode.NotebookCell,
  error: unknown,
  offered: OfferedRemedy | undefined,
): vscode.NotebookCellOutput[] {
  const kept = keptAnswer(cell);
  const name = kept ? l10n.t('Last run failed at {0}', momentWords(Date.now())) : l10n.t('Query failed');
  const message = unlinked(joined([describeError(error), answeredBefore(cell)]));
  const failure = vscode.NotebookCellOutputItem.error({ name, message });
  const again = isWorthAnotherTry(error) ? { [laterField]: true } : undefined;
  const next = offered ? { [remedyField]: offered } : again;
  const told = new vscode.NotebookCellOutput([failure], next);
  return [told, ...(kept ? [kept] : [])];
}

/**
 * What a cell shows after a run that was cancelled or given up: that, above its last good answer.
 * @param why without it somebody cancelled the run
 * @param waitsFor the variable that it was given up for
 */
export function stoppedOutputs(
  cell: vscode.NotebookCell,
  why?: Inert,
  waitsFor?: string,
): vscode.NotebookCellOutput[] {
  const kept = keptAnswer(cell);
  const stopped = why ?? l10n.t('The last run was cancelled at {0}.', momentWords(Date.now()));
  const sentence = unlinked(joined([stopped, answeredBefore(cell)]));
  const item = vscode.NotebookCellOutputItem.text(sentence, 'text/plain');
  const said = new vscode.NotebookCellOutput([item], { ...(waitsFor && { [waitsForField]: waitsFor }) });
  return kept ? [said, kept] : [said];
}

function answeredBefore(cell: vscode.NotebookCell): Inert | '' {
  const summary = answerSummary(cell);
  return summary ? l10n.t('Below is the answer of {0}.', momentWords(Date.parse(summary.ranAt))) : '';
}
