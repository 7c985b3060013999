import type * as vscode from 'vscode';
import { isApiError } from '../../api/apiError.js';
import { FileSystemError } from '../../ui/doors.js';
import { describeError } from '../../words/describeError.js';
import type { Inert } from '../../words/inert.js';
import type { DocumentKind } from './documentKind.js';
import { saveSentence } from './saveErrors.js';

/** Why a document was not read, as VS Code understands it, with a sentence for people. */
export function readError(error: unknown): vscode.FileSystemError {
  return toFileSystemError(error, describeError(error));
}

/** Why a document was not saved, as VS Code understands it, with a sentence for people. */
export const saveError = (error: unknown, kind: DocumentKind): vscode.FileSystemError =>
  toFileSystemError(error, saveSentence(error, kind));

function toFileSystemError(error: unknown, sentence: Inert): vscode.FileSystemError {
  if (error instanceof FileSystemError) return error;
  return isApiError(error, 'unauthorized', 'forbidden')
    ? FileSystemError.NoPermissions(sentence)
    : FileSystemError.Unavailable(sentence);
}
