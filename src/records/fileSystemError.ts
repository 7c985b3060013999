import * as vscode from 'vscode';
import { isApiError } from '../api/apiError.js';
import { describeError } from '../ui/describeError.js';
import { FileSystemError } from '../ui/doors.js';
import type { Inert } from '../ui/inert.js';

/** Why a document was not read, as VS Code understands it, with a sentence for people. */
export function readError(error: unknown): vscode.FileSystemError {
  return toFileSystemError(error, describeError(error));
}

/** Why a document was not saved, as VS Code understands it, with a sentence for people. */
export function saveError(error: unknown): vscode.FileSystemError {
  const sentence = isApiError(error, 'notFound')
    ? vscode.l10n.t(
        'This record was deleted on the manager. Create it again above the document, or copy what you still need.',
      )
    : describeError(error);
  return toFileSystemError(error, sentence);
}

function toFileSystemError(error: unknown, sentence: Inert): vscode.FileSystemError {
  if (error instanceof FileSystemError) return error;
  return isApiError(error, 'unauthorized', 'forbidden')
    ? FileSystemError.NoPermissions(sentence)
    : FileSystemError.Unavailable(sentence);
}
