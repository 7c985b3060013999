import * as vscode from 'vscode';
import type { TreeConflict } from '../changes/trees/mergeTrees.js';
import { confirmRisk } from '../ui/confirmRisk.js';
import { SentenceError } from '../ui/sentenceError.js';
import { conflictWords } from './treeWords.js';

/**
 * Lets the user settle what two people changed: fields can be kept as they are here, a deletion has to be looked at.
 * @throws {Error} with a sentence for people when it is not settled; nothing was sent
 */
export async function settleConflicts(conflicts: readonly TreeConflict[]): Promise<void> {
  if (conflicts.length === 0) return;
  const words = conflictWords(conflicts);
  if (conflicts.some(({ field }) => field === 'existence')) {
    throw new SentenceError(
      vscode.l10n.t(
        'Someone else changed the same: {0}. Nothing was sent. Copy your changes, revert the document, and make them again.',
        words,
      ),
    );
  }
  const isMine = await confirmRisk({
    question: vscode.l10n.t('Someone else changed the same fields.'),
    detail: words,
    risky: vscode.l10n.t('Keep mine'),
  });
  if (!isMine)
    throw new SentenceError(vscode.l10n.t('Someone else changed the same: {0}. Nothing was sent.', words));
}
