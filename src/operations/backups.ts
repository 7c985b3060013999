import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Connection } from '../connections/connection.js';
import { backupFileName, outdatedBackups, printBackup, takenBackup } from '../changes/backups/backupFiles.js';
import type { BackedUp } from '../changes/change.js';
import { describeError } from '../words/describeError.js';
import { type Log, type ShowMessage } from '../ui/doors.js';
import { inBackground, sayFailed } from '../ui/listeners.js';
import { inert, quoted, unlinked, type Inert } from '../words/inert.js';
import { SentenceError } from '../words/sentenceErrors.js';

/** Where backups are kept, a folder for each connection. */
export interface BackupFolder {
  readonly uri: vscode.Uri;
  /** Says which backups are not kept any longer. */
  readonly log: Log;
}

/**
 * Writes what is about to be deleted or overwritten to a file of its own, which is never overwritten. Older backups of the
 * connection go as the settings say.
 * @throws {Error} with a sentence for people; nothing may be sent then
 */
export async function writeBackup(
  folder: BackupFolder,
  { id, name, address }: Connection,
  { called, ...backedUp }: BackedUp,
): Promise<vscode.Uri> {
  const backup = takenBackup({ id, name, address }, backedUp);
  const file = vscode.Uri.joinPath(folder.uri, id, backupFileName(backup, called));
  try {
    await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(printBackup(backup)));
    inBackground(folder.log, deleteOutdated(folder, { id, name }));
    return file;
  } catch (error) {
    throw new SentenceError(
      l10n.t('The backup could not be written, so nothing was sent. {0}', describeError(error)),
    );
  }
}

/** The backup files of a connection, the newest first. */
export async function listBackups(folder: BackupFolder, connectionId: string): Promise<vscode.Uri[]> {
  const ofConnection = vscode.Uri.joinPath(folder.uri, connectionId);
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

/** A button of a message, and what it does. */
export interface Offer {
  readonly button: Inert;
  readonly accept: () => Thenable<unknown>;
}

/**
 * The button that opens a backup, beside the end of every destructive operation; says why when it cannot be opened.
 * @param others before it: the first button is the one that VS Code's key for messages presses
 */
export async function offerBackup(
  show: ShowMessage,
  message: Inert,
  backup: vscode.Uri,
  others: readonly Offer[] = [],
): Promise<void> {
  const button = l10n.t('Show backup');
  const chosen = await show(message, ...others.map(other => other.button), button);
  await others.find(other => other.button === chosen)?.accept();
  if (chosen !== button) return;
  try {
    await vscode.commands.executeCommand('vscode.open', backup);
  } catch (error) {
    await sayFailed(error);
  }
}

/** Deletes all backups of a connection. @throws {Error} when there are some that cannot be deleted */
export async function deleteBackups(folder: BackupFolder, connectionId: string): Promise<void> {
  const files = await listBackups(folder, connectionId);
  if (files.length === 0) return;
  await vscode.workspace.fs.delete(vscode.Uri.joinPath(folder.uri, connectionId), { recursive: true });
}

async function deleteOutdated(folder: BackupFolder, { id, name }: Pick<Connection, 'id' | 'name'>) {
  const settings = vscode.workspace.getConfiguration('netsensor.backups');
  const kept = { count: settings.get('keepCount', 50), days: settings.get('keepDays', 90) };
  const files = await listBackups(folder, id);
  const nameOf = ({ path }: vscode.Uri) => path.slice(path.lastIndexOf('/') + 1);
  const outdated = new Set(outdatedBackups(files.map(nameOf), kept, Date.now()));
  for (const file of files.filter(each => outdated.has(nameOf(each)))) {
    await vscode.workspace.fs.delete(file);
    const sentence = l10n.t('{0}: deleted the old backup {1}.', quoted(name), inert(nameOf(file)));
    folder.log.info(unlinked(sentence));
  }
}
