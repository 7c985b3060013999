import type * as vscode from 'vscode';
import { isApiError } from '../../api/apiError.js';
import { FileSystemError } from '../../ui/doors.js';
import { sayFailed } from '../../ui/listeners.js';
import { sayWithRemedy } from '../../ui/confirmRisk.js';
import { describeError } from '../../words/describeError.js';
import type { Inert } from '../../words/inert.js';
import type { DocumentKind } from './documentKind.js';
import { offeredRemedy } from '../../words/remedies.js';
import { textTabs } from './documentSnapshots.js';
import { saveSentence } from './saveErrors.js';

/** Why a document was not read, as VS Code understands it, with a sentence for people. */
export function readError(error: unknown): vscode.FileSystemError {
  return toFileSystemError(error, describeError(error));
}

/** Offers what helps against a failed save where a table has no line above it for that. */
export function offerHelp(uri: vscode.Uri, error: unknown, kind: DocumentKind): void {
  const isTable = textTabs(uri).some(
    ({ tab: { isActive, input } }) =>
      isActive && typeof input === 'object' && input !== null && 'viewType' in input,
  );
  if (isTable && offeredRemedy(error))
    sayWithRemedy(error, saveSentence(error, kind)).then(undefined, sayFailed);
}

/** Why a document was not saved, as VS Code understands it, with a sentence for people. */
export const saveError = (error: unknown, kind: DocumentKind): vscode.FileSystemError =>
  toFileSystemError(error, saveSentence(error, kind));

function toFileSystemError(error: unknown, sentence: Inert): vscode.FileSystemError {
  if (error instanceof FileSystemError) return error;
  const made = isApiError(error, 'unauthorized', 'forbidden')
    ? FileSystemError.NoPermissions(sentence)
    : FileSystemError.Unavailable(sentence);
  // What helps is told from what it came of.
  return Object.assign(made, { cause: error });
}
