import * as vscode from 'vscode';
import {
  recordOfSharedId,
  shownRecord,
  type RecordLists,
  type TypedRecord,
} from '../model/recordDeletion.js';
import { quoted } from '../ui/inert.js';
import { SentenceError } from '../ui/sentenceError.js';

/**
 * Makes sure that calls with the numbers of these records reach no others.
 * @throws {Error} with a sentence for people when another record of the same type has one of them
 */
export function requireOwnIds(lists: RecordLists, records: readonly TypedRecord[]): void {
  const shared = recordOfSharedId(lists, records);
  if (!shared) return;
  throw new SentenceError(
    vscode.l10n.t(
      'The number {0} of {1} belongs to another record too, so the wrong one could be deleted. Nothing was sent. Correct it on the manager, then try again.',
      shared.record.id,
      quoted(shownRecord(shared)),
    ),
  );
}
