import * as vscode from 'vscode';
import type { OddRow } from '../model/queryRows.js';
import { grouped } from '../ui/grouped.js';
import { inert, joined, shown, type Inert } from '../ui/inert.js';
import type { KeptResult } from './results/resultStore.js';

/** Rows of which the reason is told, and rows in the document. */
const mostTold = 3;
const mostOpened = 1_000;

/** How many rows of an answer could not be read; undefined for none. */
export const oddRowsText = (odd: number, total: number): Inert | undefined =>
  odd === 0 ? undefined : vscode.l10n.t('{0} of {1} rows could not be read.', grouped(odd), grouped(total));

/** Which rows of an answer could not be read and why: the first ones. */
export function oddRowsReasons(oddRows: readonly OddRow[]): Inert {
  const told = oddRows.slice(0, mostTold).map(reason);
  const others = oddRows.length - told.length;
  return joined([...told, others > 0 ? vscode.l10n.t('And {0} more.', grouped(others)) : '']);
}

/** Opens what could not be read as a document that is not saved. */
export async function openOddRows({ oddRows }: KeptResult): Promise<void> {
  const { printExactJson } = await import('../model/text/exactJson.js');
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
  if (part === '') return vscode.l10n.t('Row {0} is no object but {1}.', row, kindWords(found));
  if (found === 'nothing') return vscode.l10n.t('Row {0} has neither an event nor a result.', row);
  return vscode.l10n.t('Row {0}: {1} is {2}.', row, shown`“${inert(part)}”`, kindWords(found));
}

function kindWords(kind: OddRow['found']): Inert {
  switch (kind) {
    case 'nothing':
      return vscode.l10n.t('nothing');
    case 'null':
      return vscode.l10n.t('null');
    case 'text':
      return vscode.l10n.t('text');
    case 'number':
      return vscode.l10n.t('a number');
    case 'boolean':
      return vscode.l10n.t('true or false');
    case 'list':
      return vscode.l10n.t('a list');
    case 'object':
      return vscode.l10n.t('an object');
  }
}
