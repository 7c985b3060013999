import * as vscode from 'vscode';
import { isApiError } from '../api/apiError.js';
import { describeError } from '../ui/describeError.js';

/** The same failure as VS Code understands it, with a sentence for people. */
export function toFileSystemError(error: unknown): vscode.FileSystemError {
  if (error instanceof vscode.FileSystemError) return error;
  if (isApiError(error, 'notFound')) {
    const sentence = vscode.l10n.t(
      'This record was deleted on the manager. Create it again above the document, or copy what you still need.',
    );
    return vscode.FileSystemError.Unavailable(sentence);
  }
  if (isApiError(error, 'unauthorized', 'forbidden'))
    return vscode.FileSystemError.NoPermissions(describeError(error));
  return vscode.FileSystemError.Unavailable(describeError(error));
}
