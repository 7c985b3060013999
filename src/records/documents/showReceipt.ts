import * as vscode from 'vscode';
import { window } from '../../ui/doors.js';
import { inert, joined, shown } from '../../words/inert.js';
import type { RecordSaved } from './recordFileSystem.js';

const receiptTime = 8_000;

/** Says in the status bar what a save sent and merged. */
export function showReceipt({ receipt }: RecordSaved): void {
  const { sentFields = [], leftOutFields = [], mergedFields = [], message } = receipt;
  const list = (fields: readonly string[]) => inert(fields.join(', '));
  const sent = [
    sentFields.length > 0 && vscode.l10n.t('Saved {0}.', list(sentFields)),
    leftOutFields.length > 0 && vscode.l10n.t('Saved without a value for {0}.', list(leftOutFields)),
  ].filter(sentence => sentence !== false);
  if (sent.length === 0) sent.push(vscode.l10n.t('Nothing to send: the manager already has these values.'));
  const sentences = [
    ...(message === undefined ? sent : [message]),
    mergedFields.length > 0
      ? vscode.l10n.t('Changed by others and kept: {0}.', list(mergedFields))
      : undefined,
  ];
  window.setStatusBarMessage(shown`$(check) ${joined(sentences)}`, receiptTime);
}
