import * as vscode from 'vscode';
import { window } from '../ui/doors.js';
import { joined, type Inert } from '../ui/inert.js';
import { SentenceError } from '../ui/sentenceError.js';
import { typeToConfirm } from './confirmPlan.js';
import type { PlanDocuments } from './planDocuments.js';

/** A change with its two sides as texts. */
export interface ShownChange {
  readonly question: Inert;
  readonly lines: readonly (Inert | '')[];
  readonly button: Inert;
  readonly now: string;
  readonly planned: string;
  /** The word that has to be typed because something is deleted; undefined when the question is enough. */
  readonly word: string | undefined;
}

/**
 * Shows a plan with its counts and, when asked for, as a diff that can be read before the answer. Enter shows the diff
 * first, and changes nothing there: it presses the first button and picks the first row.
 * @throws {Error} with a sentence for people when the user does not go on; nothing was sent then
 */
export async function confirmChanges(documents: PlanDocuments, change: ShownChange): Promise<void> {
  const { question, lines, button, word } = change;
  const differences = vscode.l10n.t('Show differences');
  const detail = joined(lines, '\n');
  const chosen = await window.showWarningMessage(question, { modal: true, detail }, differences, button);
  const goesOn = chosen === differences ? await readFirst(documents, change) : chosen === button;
  if (!goesOn || (word !== undefined && !(await typeToConfirm(word, question))))
    throw new SentenceError(vscode.l10n.t('Nothing was sent.'));
}

/** The differences stay readable while the question waits above them, over a summary that takes the first lines. */
async function readFirst(
  documents: PlanDocuments,
  { question, lines, button, now, planned }: ShownChange,
): Promise<boolean> {
  const summary = [question, ...lines.filter(Boolean), '', ''].join('\n');
  const diff = {
    title: vscode.l10n.t('{0} Now ↔ planned', question),
    now: `${summary}${now}`,
    planned: `${summary}${planned}`,
  };
  const items = [{ label: vscode.l10n.t('Not now') }, { label: button }];
  const picked = await documents.showWhile(diff, () =>
    window.showQuickPick(items, { title: question, ignoreFocusOut: true }),
  );
  return picked?.label === button;
}
