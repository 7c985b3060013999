import * as vscode from 'vscode';
import { Command } from '../ids.js';
import type { UnreadRow } from '../model/listAnswer.js';
import type { NodeTarget } from '../model/sensors/nodeTarget.js';
import type { RecordTarget } from '../model/recordTarget.js';
import type { ConnectionBackups } from '../connections/connection.js';
import type { DocumentKind } from '../records/documents/documentKind.js';
import { window, type Log } from '../ui/doors.js';
import { inBackground } from '../ui/inBackground.js';
import { inert } from '../ui/inert.js';
import { registerCommands, type CommandHandler } from '../ui/registerCommands.js';
import type { BackupFolder } from './backups.js';
import type { ListTarget } from './lists/listCommands.js';
import { ListReports } from './lists/listReports.js';
import { windowJournal, type OperationJournal } from './operationJournal.js';
import type { ConnectionTarget, Operations } from './operationServices.js';
import { PlanDocuments } from './planDocuments.js';
import { watchOverwriteDocuments } from './treeDiagnostics.js';

/** What operations need from the rest of the extension. */
export interface OperationsOptions extends Omit<Operations, 'backupFolder' | 'journal' | 'planDocuments'> {
  /** A folder of the extension's own. */
  readonly storage: vscode.Uri;
  readonly workspaceState: vscode.Memento;
  readonly globalState: vscode.Memento;
  readonly log: Log;
}

/** Registers the operations on nodes of the tree and on users, and tells the kinds of documents that they bring. */
export function registerOperations(options: OperationsOptions): {
  kinds: readonly (() => Promise<DocumentKind>)[];
  backups: ConnectionBackups;
  disposable: vscode.Disposable;
} {
  const { storage, log } = options;
  const planDocuments = new PlanDocuments();
  const reports = new ListReports();
  const operations: Operations = {
    ...options,
    backupFolder: { uri: vscode.Uri.joinPath(storage, 'backups'), log },
    journal: windowJournal(options, vscode.workspace.workspaceFolders !== undefined),
    planDocuments,
  };
  inBackground(log, reportInterrupted(operations.journal));
  return {
    kinds: [
      async () => (await import('./userKind.js')).userKind,
      async () => (await import('./subtreeKind.js')).subtreeKind(operations),
      async () => (await import('./accessPoints/overrideKind.js')).overrideKind(operations),
      async () => (await import('./lists/listKind.js')).listKind(operations, reports),
    ],
    backups: connectionBackups(operations.backupFolder),
    disposable: vscode.Disposable.from(
      planDocuments,
      reports,
      watchOverwriteDocuments(log),
      registerCommands(
        { ...nodeCommands(operations), ...recordCommands(operations), ...connectionCommands(operations) },
        log,
      ),
    ),
  };
}

function nodeCommands(operations: Operations): Record<string, CommandHandler> {
  return {
    [Command.deleteNodes]: async (clicked?: NodeTarget, selected?: readonly NodeTarget[]) =>
      (await import('./deleteNodes.js')).deleteNodes(operations, clicked, selected),
    [Command.deleteAccessPoints]: async (clicked?: NodeTarget) =>
      (await import('./deleteNodes.js')).deleteAccessPointsOf(operations, clicked),
    [Command.editSubtree]: async (clicked?: NodeTarget) =>
      (await import('./overwriteCommands.js')).editSubtree(operations, clicked),
    [Command.overwriteFromFile]: async (clicked?: NodeTarget) =>
      (await import('./overwriteCommands.js')).overwriteFromFile(operations, clicked),
    [Command.editAccessPoints]: async (clicked?: NodeTarget) =>
      (await import('./accessPoints/overrideCommands.js')).editAccessPoints(operations, clicked),
    [Command.overrideFromFile]: async (clicked?: NodeTarget) =>
      (await import('./accessPoints/overrideCommands.js')).overrideFromFile(operations, clicked),
    [Command.showUnread]: async (part: { readonly unread: readonly UnreadRow[] }) =>
      (await import('./showUnread.js')).showUnread(operations, part),
    [Command.showMse]: async (clicked?: NodeTarget) =>
      (await import('./showMse.js')).showMse(operations, clicked),
  };
}

function recordCommands(operations: Operations): Record<string, CommandHandler> {
  return {
    [Command.deleteRecords]: async (clicked?: RecordTarget, selected?: readonly RecordTarget[]) =>
      (await import('./deleteRecords.js')).deleteRecords(operations, clicked, selected),
    [Command.editRecords]: async (clicked?: ListTarget, selected?: readonly ListTarget[]) =>
      (await import('./lists/listCommands.js')).editRecords(operations, clicked, selected),
    [Command.exportRecords]: async (clicked?: ListTarget, selected?: readonly ListTarget[]) =>
      (await import('./lists/recordFiles.js')).exportRecords(operations, clicked, selected),
    [Command.importRecords]: async (clicked?: ListTarget) =>
      (await import('./lists/recordFiles.js')).importRecords(operations, clicked),
    [Command.compareRecords]: async (clicked?: ListTarget, selected?: readonly ListTarget[]) =>
      (await import('./lists/compareRecords.js')).compareRecords(operations, clicked, selected),
    [Command.compareManagers]: async (clicked?: ListTarget) =>
      (await import('./lists/compareManagers.js')).compareManagers(operations, clicked),
  };
}

const connectionBackups = (folder: BackupFolder): ConnectionBackups => ({
  folder: id => vscode.Uri.joinPath(folder.uri, id).fsPath,
  count: async id => (await (await import('./backups.js')).listBackups(folder, id)).length,
  delete: async id => (await import('./backups.js')).deleteBackups(folder, id),
});

function connectionCommands(operations: Operations): Record<string, CommandHandler> {
  return {
    [Command.restoreBackup]: async (target?: ConnectionTarget) =>
      (await import('./overwriteCommands.js')).restoreBackup(operations, target),
    [Command.showUsers]: async (target?: ConnectionTarget) =>
      (await import('./users/showUsers.js')).showUsers(operations, target),
    [Command.renewKey]: async (target?: ConnectionTarget) =>
      (await import('./users/renewKey.js')).renewKey(operations, target),
    [Command.listAccessPoints]: async (target?: ConnectionTarget) =>
      (await import('./accessPoints/listAccessPoints.js')).listAccessPoints(operations, target),
    [Command.fetchAccessPointsCsv]: async (target?: ConnectionTarget) =>
      (await import('./users/fetchCsv.js')).fetchAccessPointsCsv(operations, target),
    [Command.fetchUsersCsv]: async (target?: ConnectionTarget) =>
      (await import('./users/fetchCsv.js')).fetchUsersCsv(operations, target),
  };
}

async function reportInterrupted(journal: OperationJournal): Promise<void> {
  const interrupted = await journal.takeInterrupted();
  if (interrupted.length === 0) return;
  const { offerBackup } = await import('./backups.js');
  for (const { doing, backup } of interrupted) {
    const sentence = vscode.l10n.t(
      'VS Code was closed in the middle of a change: {0}. Check on the manager what was done.',
      inert(doing),
    );
    if (backup === undefined) void window.showWarningMessage(sentence);
    else void offerBackup(window.showWarningMessage, sentence, vscode.Uri.parse(backup, true));
  }
}
