import * as vscode from 'vscode';
import { registerConnections } from './connections/registerConnections.js';
import { ConnectionStore } from './connections/connectionStore.js';
import { InventoryLists } from './explorer/inventory/inventoryLists.js';
import { registerExplorer } from './explorer/registerExplorer.js';
import { Command } from './ids.js';
import { registerNotebook } from './notebook/registerNotebook.js';
import { registerOperations } from './operations/registerOperations.js';
import { registerPictures } from './pictures/registerPictures.js';
import { registerRecords } from './records/registerRecords.js';
import { registerTables } from './tables/registerTables.js';
import { window } from './ui/doors.js';
import { KeptState } from './ui/keptState.js';
import { inBackground } from './ui/listeners.js';
import { registerCommands } from './ui/registerCommands.js';
import { useLanguage } from './words/locale.js';

/** Builds the object graph and connects the features; nothing else happens here. */
export function activate(context: vscode.ExtensionContext): void {
  useLanguage(vscode.env.language, vscode.l10n.bundle as Record<string, string> | undefined);
  const log = window.createOutputChannel('Netsensor', { log: true });
  const { workspaceState, secrets, extensionUri, globalStorageUri: storage } = context;
  const globalState = new KeptState(context.globalState);
  const connections = new ConnectionStore({ globalState, secrets, environment: process.env, log });
  const lists = new InventoryLists(connections);
  const shared = { connections, lists, globalState, workspaceState, log, extensionUri, storage };
  const connectionWords = () => import('./connections/connectionHelp.js');
  const explorer = registerExplorer({ ...shared, connectionWords });
  const records = registerRecords({
    ...explorer,
    ...shared,
    storage: context.storageUri ?? storage,
  });
  const pickConnection = async () =>
    (await import('./connections/pickConnection.js')).pickConnection(connections);
  const operations = registerOperations({
    ...explorer,
    ...shared,
    keys: connections,
    pickConnection,
    openDocument: records.openRecord,
  });
  records.addKinds(operations.kinds);
  const pictures = registerPictures({
    ...explorer,
    ...shared,
    ...records,
    pickConnection,
    openQueries: async (connectionId, queries) => {
      await (await import('./notebook/editing/fileCommands.js')).openQueries(connectionId, queries);
    },
    notebookRange: async () => (await import('./notebook/nearestNotebook.js')).shownRange(),
  });

  context.subscriptions.push(
    log,
    connections,
    lists,
    registerConnections({ ...operations, ...explorer, ...pictures, store: connections, log }, context),
    registerCommands({ [Command.showLog]: () => log.show() }, log),
    records.disposable,
    explorer.disposable,
    registerNotebook({
      ...explorer,
      ...shared,
      connectionWords,
      pickConnection,
      compareText: operations.compareText,
      onDidRemoveConnection: connections.onDidRemove,
    }),
    operations.disposable,
    pictures.disposable,
    explorer.follow(pictures.inFront),
    registerTables({ ...explorer, ...operations, ...shared, ...records }),
    records.files.onDidSave(({ uri, receipt }) => inBackground(log, explorer.showSaved(uri, receipt))),
    connections.onDidRemove(id => inBackground(log, explorer.forget(id))),
    explorer.onDidReadTree(id => inBackground(log, records.treeWasRead(id))),
  );
}
