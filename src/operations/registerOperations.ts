import * as vscode from 'vscode';
import { Command, Scheme } from '../ids.js';
import type { ConnectionBackups } from '../connections/connection.js';
import type { OtherKind } from '../records/documentTable.js';
import type { Log } from '../ui/doors.js';
import { inBackground } from '../ui/listeners.js';
import { onceDocumentOpens } from '../ui/onceOpened.js';
import { loadedOnce } from '../ui/loadedOnce.js';
import type { Inert } from '../words/inert.js';
import { commandsOf, named, registerCommands } from '../ui/registerCommands.js';
import { together } from '../ui/lifetimes.js';
import type { BackupFolder } from './backups.js';
import type { InventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import type { ListReports } from './lists/listReports.js';
import type { WrittenRecord } from './lists/writeRecord.js';
import { windowJournal } from './operationJournal.js';
import type * as operationCommands from './operationCommands.js';
import type { OperationServices, ServicesOfRooms } from './operationServices.js';

/** What operations need from the rest of the extension. */
export interface OperationsOptions extends ServicesOfRooms {
  /** A folder of the extension's own. */
  readonly storage: vscode.Uri;
  readonly workspaceState: vscode.Memento;
  readonly globalState: vscode.Memento;
  readonly log: Log;
}

/** What each command does, by its name in their module. */
const commands: Readonly<Record<string, keyof typeof operationCommands>> = {
  [Command.deleteNodes]: 'deleteChosen',
  [Command.deleteAccessPoints]: 'deleteAccessPointsOf',
  ...named(
    'editSubtree',
    'overwriteFromFile',
    'editAccessPoints',
    'overrideFromFile',
    'showUnread',
    'showMse',
    'deleteRecords',
    'editRecords',
    'exportRecords',
    'importRecords',
    'compareRecords',
    'compareManagers',
    'copyDifferences',
    'restoreBackup',
    'showUsers',
    'renewKey',
    'listAccessPoints',
    'fetchAccessPointsCsv',
    'fetchUsersCsv',
    'pullFolder',
    'planFolder',
    'applyFolder',
    'openOnManager',
    'openInFolder',
  ),
};

/** What operations offer to the rest of the extension. */
interface RegisteredOperations {
  /** The kinds of documents that they bring. */
  readonly kinds: readonly OtherKind[];
  readonly backups: ConnectionBackups;
  /** Shows the difference between a text and a document, until its tab is closed. */
  readonly compareText: (title: Inert, left: string, right: vscode.Uri) => Promise<void>;
  /** The address of the document that is a table of what a command was called on: a list, or a domain's access points. */
  readonly tableOf: (...targets: never[]) => Promise<vscode.Uri>;
  /** Creates or changes a record after its plan was agreed to. */
  readonly writeRecord: (
    place: { readonly connectionId: string; readonly type: InventoryType },
    saved: WrittenRecord,
  ) => Promise<void>;
  /** The address of the document of all users of the connection that a command was called on; the user picks one else. */
  readonly usersOf: (...targets: never[]) => Promise<vscode.Uri | undefined>;
  readonly disposable: vscode.Disposable;
}

/** Registers the operations on nodes of the tree and on users. */
export function registerOperations(options: OperationsOptions): RegisteredOperations {
  const { storage, log } = options;
  const planDocuments = loadedOnce(async () => new (await import('./planDocuments.js')).PlanDocuments());
  let reports: ListReports | undefined;
  const operations: OperationServices = {
    ...options,
    backupFolder: { uri: vscode.Uri.joinPath(storage, 'backups'), log },
    journal: windowJournal(options, vscode.workspace.workspaceFolders !== undefined),
    planDocuments,
    deleting: new Set(),
    restore: (connectionId, backup) =>
      vscode.commands.executeCommand(Command.restoreBackup, { connectionId, backup }),
  };
  inBackground(log, reportInterrupted(operations));
  return {
    kinds: [
      async () => (await import('./users/showUsers.js')).userKind,
      async () => (await import('./users/showUsers.js')).userListKind(operations),
      async () => (await import('./trees/domainDocuments.js')).subtreeKind(operations),
      async () => (await import('./trees/domainDocuments.js')).overrideKind(operations),
      async alongside => {
        reports = new (await import('./lists/listReports.js')).ListReports();
        return (await import('./lists/listKind.js')).listKind({ operations, reports, alongside });
      },
    ],
    backups: connectionBackups(operations.backupFolder),
    compareText: async (title, left, right) => (await planDocuments()).showBeside(title, left, right),
    tableOf: async (...targets) =>
      (await import('./operationCommands.js')).chosenTableUri(operations, ...targets),
    writeRecord: async (place, saved) =>
      (await import('./lists/writeRecord.js')).writeRecord(operations, place, saved),
    usersOf: async (...targets) => (await import('./users/showUsers.js')).usersUri(operations, ...targets),
    disposable: together(
      vscode.workspace.registerTextDocumentContentProvider(Scheme.plan, {
        provideTextDocumentContent: async uri => (await planDocuments()).textOf(uri),
      }),
      { dispose: () => reports?.dispose() },
      onceDocumentOpens(
        isFileOfRecord,
        async () => new (await import('./folders/watchedFolders.js')).WatchedFolders(log),
      ),
      registerCommands(
        commandsOf(commands, () => import('./operationCommands.js'), operations),
        log,
      ),
    ),
  };
}

const isFileOfRecord = ({ uri }: vscode.TextDocument): boolean =>
  uri.scheme === 'file' && uri.path.includes('/inventory/');

const connectionBackups = (folder: BackupFolder): ConnectionBackups => ({
  folder: id => vscode.Uri.joinPath(folder.uri, id).fsPath,
  count: async id => (await (await import('./backups.js')).listBackups(folder, id)).length,
  delete: async id => (await import('./backups.js')).deleteBackups(folder, id),
});

async function reportInterrupted(operations: OperationServices): Promise<void> {
  const interrupted = await operations.journal.takeInterrupted();
  if (interrupted.length === 0) return;
  const { tellInterrupted } = await import('./interruptedChanges.js');
  for (const each of interrupted)
    inBackground(operations.backupFolder.log, tellInterrupted(operations, each));
}
