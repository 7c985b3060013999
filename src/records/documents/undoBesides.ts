import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { besidesSince, editsBack, putBack, withBefore } from '../putBack.js';
import { window } from '../../ui/doors.js';
import { editDocument, replaceText } from '../../ui/editDocument.js';
import { describeError } from '../../words/describeError.js';
import { describeBesides, type BesidesOfRecord } from '../../words/describeProblems.js';
import { joined, type Inert } from '../../words/inert.js';
import type { ChangedBesides } from './documentKind.js';
import { heldDocument, textTabs } from './documentSnapshots.js';
import type { RecordFileSystem, RecordSaved } from './recordFileSystem.js';
import { OutcomeError } from '../../changes/settle.js';
import { ConflictError } from './saveErrors.js';

/** Shows what was undone while it was saved, and tells what changed besides. */
export async function tellMore(files: RecordFileSystem, saved: RecordSaved): Promise<void> {
  const { besides = [], replacedBy, renamedTo } = saved.receipt;
  const changed = { uri: saved.uri, goesOnAs: replacedBy ?? renamedTo, besides };
  await Promise.all([showUndone(saved), tellBesides(files, changed)]);
}

/**
 * Names the fields that changed with a save although nobody sent them, as where a manager empties what a change leaves out,
 * and offers to put them back, as long as they are not.
 */
export async function tellBesides(
  files: RecordFileSystem,
  { uri, goesOnAs, besides }: ChangedBesides,
): Promise<void> {
  const undo = l10n.t('Undo');
  let left = besides;
  let reason: Inert | '' = '';
  while (left.length > 0) {
    const question = joined([reason, describeBesides(left)]);
    if ((await window.showWarningMessage(question, undo)) === undefined) return;
    const shownAs = goesOnAs && textTabs(uri).length === 0 ? goesOnAs : uri;
    try {
      const fields = left;
      const storedText = await files.storeBesides(shownAs, from => putBack(from, fields));
      await showPutBack(shownAs, storedText, fields);
      return await files.bases.decide(shownAs, text => withBefore(text, fields));
    } catch (error) {
      reason = notPutBack(error);
      left = error instanceof ConflictError ? besidesSince(left, error.conflicts) : left;
    }
  }
}

/** Why a value was not put back; whoever is told that is asked once more. */
function notPutBack(error: unknown): Inert {
  if (error instanceof ConflictError)
    return l10n.t('Nothing was put back: it has changed on the manager once more.');
  if (!(error instanceof OutcomeError)) return describeError(error);
  return error.became === 'ignored'
    ? l10n.t('The manager took it without an error, but does not show it yet.')
    : joined([l10n.t('It is not known whether it was put back.'), error.reason]);
}

/** Makes what was undone while it was saved an edit of what is stored, once the document shows that. */
async function showUndone({ uri, receipt, undone }: RecordSaved): Promise<void> {
  const document = heldDocument(uri);
  if (!document || undone === undefined) return;
  await untilShown(document, receipt.storedText);
  if (document.getText() === receipt.storedText) await replaceText(document, () => undone);
}

/** Milliseconds that VS Code is given to show a text that was stored. */
const longestWait = 2_000;

/** VS Code reads a saved document again a moment later; until then it shows what was sent. */
async function untilShown(document: vscode.TextDocument, storedText: string): Promise<void> {
  const isShown = () => document.isDirty || document.isClosed || document.getText() === storedText;
  if (isShown()) return;
  await new Promise<void>(resolve => {
    const end = () => {
      clearTimeout(timer);
      listening.dispose();
      resolve();
    };
    const timer = setTimeout(end, longestWait);
    const listening = vscode.workspace.onDidChangeTextDocument(() => isShown() && end());
  });
}

/** Puts fields back in a document that somebody has typed in, because VS Code does not read it again. */
async function showPutBack(
  uri: vscode.Uri,
  storedText: string,
  besides: readonly BesidesOfRecord[],
): Promise<void> {
  const document = heldDocument(uri);
  if (!document) return;
  await untilShown(document, storedText);
  if (document.getText() === storedText || document.isClosed) return;
  await editDocument(document, text => editsBack(text, besides)).catch((error: unknown) =>
    window.showErrorMessage(describeError(error)),
  );
}
