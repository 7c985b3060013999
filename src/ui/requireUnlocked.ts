import * as vscode from 'vscode';
import { quoted } from './inert.js';
import { SentenceError } from './sentenceError.js';

/**
 * The connection that a command changes.
 * @throws {Error} with a sentence for people when it is gone or read-only
 */
export function requireUnlocked<T extends { readonly name: string; readonly isLocked: boolean }>(
  connection: T | undefined,
): T {
  if (!connection)
    throw new SentenceError(vscode.l10n.t('This connection no longer exists. Add the manager again.'));
  if (connection.isLocked) {
    throw new SentenceError(
      vscode.l10n.t('{0} is read-only. Unlock it for changes, then try again.', quoted(connection.name)),
    );
  }
  return connection;
}
