import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { window } from '../../ui/doors.js';
import { inert, joined, shown } from '../../words/inert.js';
import { describeSaved, describeStoredOtherwise } from '../../words/describeProblems.js';
import { documentName, showsOther } from './documentSnapshots.js';
import type { RecordSaved } from './recordFileSystem.js';

const receiptTime = 8_000;

/**
 * Says in the status bar what a save sent and merged; what the manager does not show is not called saved. A remark is said by a
 * message, because the status bar cuts it off; what changed besides has another one.
 */
export function showReceipt({ uri, text, receipt }: RecordSaved): void {
  const {
    sentFields = [],
    leftOutFields = [],
    mergedFields = [],
    altered = [],
    message,
    remark,
    beforehand,
  } = receipt;
  const unseen = altered.filter(({ stored }) => (stored ?? null) === null).map(({ field }) => field);
  const seen = sentFields.filter(field => !unseen.includes(field));
  const name = documentName(receipt.replacedBy ?? receipt.renamedTo ?? uri);
  const list = (fields: readonly string[]) => inert(fields.join(', '));
  const sent = [
    unseen.length > 0 && l10n.t('The manager took {0} of {1}, but does not show it.', list(unseen), name),
    leftOutFields.length > 0 && l10n.t('Saved without a value for {0}.', list(leftOutFields)),
  ].filter(sentence => sentence !== false);
  if (seen.length > 0 || sent.length === 0) sent.unshift(describeSaved(seen, name));
  const sentences = [
    beforehand,
    ...(message === undefined ? sent : [message]),
    mergedFields.length > 0
      ? // By somebody else, or by an earlier save of the same document.
        l10n.t('Changed on the manager meanwhile, and kept: {0}.', list(mergedFields))
      : undefined,
    // Beside its line it is said of a document that shows what is stored.
    showsOther(uri, text, receipt.storedText) ? describeStoredOtherwise(altered) : undefined,
    remark,
  ];
  const said = joined(sentences);
  if (remark) void window.showWarningMessage(said);
  else untilSaved(uri, window.setStatusBarMessage(shown`$(check) ${said}`, receiptTime));
}

/** Takes away what is said of a save once its document is saved anew, of which it would seem to be said. */
function untilSaved(uri: vscode.Uri, message: vscode.Disposable): void {
  const end = () => {
    clearTimeout(timer);
    saving.dispose();
    message.dispose();
  };
  const timer = setTimeout(end, receiptTime);
  const saving = vscode.workspace.onWillSaveTextDocument(({ document }) => {
    if (document.uri.toString() === uri.toString()) end();
  });
}
