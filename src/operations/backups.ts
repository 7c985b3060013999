import * as vscode from 'vscode';
import type { Connection } from '../connections/connection.js';
import { backedUpNames, backupFileName, parseBackup, printBackup, type Backup } from '../model/backup.js';
import { describeError } from '../ui/describeError.js';
import type { ShowMessage } from '../ui/doors.js';
import type { Inert } from '../ui/inert.js';
import { SentenceError } from '../ui/sentenceError.js';

/** What is backed up, without when and of which manager. */
export type BackedUp = Pick<Backup, 'operation' | 'sensors' | 'access_points' | 'records'>;

/**
 * Writes what is about to be deleted or overwritten to a file of its own, which is never overwritten.
 * @throws {Error} with a sentence for people; nothing may be sent then
 */
export async function writeBackup(
  folder: vscode.Uri,
  { id, name, address }: Connection,
  backedUp: BackedUp,
): Promise<vscode.Uri> {
  const backup: Backup = {
    netsensor_backup: 1,
    taken_at: new Date().toISOString(),
    connection: { id, name, address },
    ...backedUp,
  };
  const file = vscode.Uri.joinPath(folder, id, backupFileName(backup, backedUpNames(backup)[0] ?? ''));
  try {
    await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(printBackup(backup)));
    return file;
  } catch (error) {
    throw new SentenceError(
      vscode.l10n.t('The backup could not be written, so nothing was sent. {0}', describeError(error)),
    );
  }
}

/** The backup files of a connection, the newest first. */
export async function listBackups(folder: vscode.Uri, connectionId: string): Promise<vscode.Uri[]> {
  const ofConnection = vscode.Uri.joinPath(folder, connectionId);
  try {
    const entries = await vscode.workspace.fs.readDirectory(ofConnection);
    return entries
      .map(([name]) => name)
      .filter(name => name.endsWith('.json'))
      .sort()
      .reverse()
      .map(name => vscode.Uri.joinPath(ofConnection, name));
  } catch {
    return [];
  }
}

/** @throws {Error} with a sentence for people when the file holds no backup */
export async function readBackup(file: vscode.Uri): Promise<Backup> {
  const backup = parseBackup(new TextDecoder().decode(await vscode.workspace.fs.readFile(file)));
  if (!backup)
    throw new SentenceError(vscode.l10n.t('This file is not a backup of Netsensor. Choose another one.'));
  return backup;
}

/** The button that opens a backup, beside the end of every destructive operation. */
export async function offerBackup(show: ShowMessage, message: Inert, backup: vscode.Uri): Promise<void> {
  const button = vscode.l10n.t('Show backup');
  if ((await show(message, button)) === button) await vscode.commands.executeCommand('vscode.open', backup);
}
