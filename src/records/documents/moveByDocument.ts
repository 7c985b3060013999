import { modify, type Edit } from 'jsonc-parser';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { goneError } from '../../changes/movePlan.js';
import type { MoveStep } from '../../changes/moveChange.js';
import { window } from '../../ui/doors.js';
import { editDocument } from '../../ui/editDocument.js';
import { describeError } from '../../words/describeError.js';
import { GivenUpError, SentenceError } from '../../words/sentenceErrors.js';
import { joined, quoted } from '../../words/inert.js';
import { heldDocument, textTabs } from './documentSnapshots.js';
import type { RecordFileSystem } from './recordFileSystem.js';
import { changeAndSave, noteTime } from './saveOrCancel.js';
import { OutcomeError } from '../../changes/settle.js';
import { ConflictError } from './saveErrors.js';

/** One node that is to stand elsewhere, with its document. */
export interface PlacedStep extends MoveStep {
  readonly uri: vscode.Uri;
}

/**
 * Moves a node by its document, which is as it was when that fails.
 * @throws {SentenceError} that says what became of the move; {GivenUpError} when the user gave up its save
 */
export async function moveByDocument(files: RecordFileSystem, step: PlacedStep): Promise<void> {
  const document = await vscode.workspace.openTextDocument(step.uri);
  requireClean(step);
  const moved = changeAndSave(files, document, placeEdits(step));
  const { receipt } = await moved.catch(async (error: unknown) => {
    if (!(error instanceof GivenUpError)) throw notMoved(step, error);
    if (document.isDirty) {
      // Its user fills fields in that were added, and the move goes along with them.
      await editDocument(document, placeEdits(step));
      window.setStatusBarMessage(error.sentence, noteTime);
    }
    throw error;
  });
  if (!receipt.altered?.some(({ field }) => field === placeField(step))) return;
  throw new SentenceError(
    l10n.t(
      'The manager took the move of {0}, but shows it elsewhere than it was to be. Refresh the tree to see.',
      quoted(step.node.name),
    ),
  );
}

/** The edits that put a node elsewhere, of the text of its document. */
export const placeEdits =
  ({ node, to }: Pick<MoveStep, 'node' | 'to'>) =>
  (text: string): Edit[] =>
    modify(text, [placeField({ node })], to, {});

/** The field that says where a node stands. */
const placeField = ({ node }: Pick<MoveStep, 'node'>) =>
  node.kind === 'sensor' ? 'parent_uuid' : 'sensor_uuid';

/** @throws {SentenceError} when the document of a node has changes of its own, which the move would send along */
export function requireClean({ node, uri }: Pick<PlacedStep, 'node' | 'uri'>): void {
  // VS Code calls a document clean that was typed into while it was saved, and marks its tab all the same.
  if (!heldDocument(uri)?.isDirty && !textTabs(uri).some(({ tab }) => tab.isDirty)) return;
  throw new SentenceError(
    l10n.t('{0} has changes that are not saved. Save or revert it first.', quoted(node.name)),
  );
}

function notMoved({ node }: MoveStep, error: unknown): SentenceError {
  if (error instanceof ConflictError) return goneError([node.name]);
  const name = quoted(node.name);
  const became = error instanceof OutcomeError ? error.became : 'refused';
  const reason = error instanceof OutcomeError ? error.reason : describeError(error);
  const sentences = {
    refused: l10n.t('{0} was not moved.', name),
    ignored: l10n.t(
      'The manager took the move of {0} without an error but still shows it where it was.',
      name,
    ),
    unknown: l10n.t('It is not known whether {0} was moved. Refresh the tree to see.', name),
    stored: l10n.t(
      'The manager took the move of {0}, but it was not looked at again. Refresh the tree to see.',
      name,
    ),
  };
  return new SentenceError(joined([sentences[became], reason]), { cause: error });
}
