import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { grouped, momentWords } from '../../words/locale.js';
import { inert, type Inert, joined, shown, unlinked } from '../../words/inert.js';
import type { BesideAnswer, OddRow } from '../../model/query/queryResult.js';
import { describeError } from '../../words/describeError.js';
import { remedies, type OfferedRemedy } from '../../words/remedies.js';
import { answerOutput, answerSummary, waitsForField } from './runSummary.js';

/** `85 ms` or `1.2 s`. */
export const duration = (milliseconds: number): Inert =>
  milliseconds < 1000
    ? l10n.t('{0} ms', Math.round(milliseconds))
    : l10n.t('{0} s', inert((milliseconds / 1000).toFixed(1)));

/** Rows of which the reason is told, and rows in the document. */
const mostTold = 3;
const mostOpened = 1_000;

/** How many rows of an answer could not be read; undefined for none. */
export const oddRowsText = (odd: number, total: number): Inert | undefined =>
  odd === 0 ? undefined : l10n.t('{0} of {1} rows could not be read.', grouped(odd), grouped(total));

/** What the manager said beside the rows of an answer; empty where it said nothing. */
export const remarksTexts = ({ remarks = [], isPart = false }: Partial<BesideAnswer>): Inert[] => [
  ...(isPart ? [l10n.t('The manager says that it has more rows than it sent.')] : []),
  ...remarks.map(remark => l10n.t('The manager says: {0}', shown`“${inert(remark)}”`)),
];

/** Which rows of an answer could not be read and why: the first ones. */
export function oddRowsReasons(oddRows: readonly OddRow[]): Inert {
  const told = oddRows.slice(0, mostTold).map(reason);
  const others = oddRows.length - told.length;
  return joined([...told, others > 0 ? l10n.t('And {0} more.', grouped(others)) : '']);
}

/** Opens what could not be read as a document that is not saved. */
export async function openOddRows(oddRows: readonly OddRow[]): Promise<void> {
  const { printExactJson } = await import('netsensor-contract/text/exactJson');
  const rows = oddRows.slice(0, mostOpened).map(odd => ({
    row: odd.place,
    problem: reason(odd),
    sent: odd.sent,
  }));
  const content = `${printExactJson({ unreadable: oddRows.length, rows }, 2)}\n`;
  const document = await vscode.workspace.openTextDocument({ language: 'json', content });
  await vscode.window.showTextDocument(document);
}

function reason({ place, part, found }: OddRow): Inert {
  const row = grouped(place);
  if (part === '') return l10n.t('Row {0} is no object but {1}.', row, kindWords(found));
  if (found === 'nothing') return l10n.t('Row {0} has neither an event nor a result.', row);
  return l10n.t('Row {0}: {1} is {2}.', row, shown`“${inert(part)}”`, kindWords(found));
}

function kindWords(kind: OddRow['found']): Inert {
  const words: Readonly<Record<typeof kind, Inert>> = {
    nothing: l10n.t('nothing'),
    null: l10n.t('null'),
    text: l10n.t('text'),
    number: l10n.t('a number'),
    boolean: l10n.t('true or false'),
    list: l10n.t('a list'),
    object: l10n.t('an object'),
  };
  return words[kind];
}

/** Where an output says what helps against the failure that it tells. */
const remedyField = 'remedy';

/** What helps against the failure that a cell shows. */
export function offeredRemedy({ outputs: [first] }: vscode.NotebookCell): OfferedRemedy | undefined {
  const { remedy, connectionId } = first?.metadata?.[remedyField] ?? {};
  const known = remedies.find(each => each === remedy);
  return known && typeof connectionId === 'string' ? { remedy: known, connectionId } : undefined;
}

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
  const told = new vscode.NotebookCellOutput([failure], offered && { [remedyField]: offered });
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
