import * as vscode from 'vscode';
import { isApiError } from '../api/apiError.js';
import { describeError } from '../ui/describeError.js';
import { FileSystemError } from '../ui/doors.js';

/** The same failure as VS Code understands it, with a sentence for people. */
export function toFileSystemError(error: unknown): vscode.FileSystemError {
  if (error instanceof FileSystemError) return error;
  if (isApiError(error, 'notFound')) {
    const sentence = vscode.l10n.t(
      'This record was deleted on the manager. Create it again above the document, or copy what you still need.',
    );
    return FileSystemError.Unavailable(sentence);
  }
  if (isApiError(error, 'unauthorized', 'forbidden'))
    return FileSystemError.NoPermissions(describeError(error));
  return FileSystemError.Unavailable(describeError(error));
}
