import type * as vscode from 'vscode';
import { ConnectionDecorations } from './connections/connectionDecorations.js';
import { connectionState } from './connections/connectionLabel.js';
import { ConnectionStatus } from './connections/connectionStatus.js';
import { ConnectionStore } from './connections/connectionStore.js';
import { registerConnectionCommands } from './connections/registerConnectionCommands.js';
import { InventoryLists } from './explorer/inventory/inventoryLists.js';
import { registerExplorer } from './explorer/registerExplorer.js';
import { Command } from './ids.js';
import { registerNotebook } from './notebook/registerNotebook.js';
import { registerOperations } from './operations/registerOperations.js';
import { registerRecords } from './records/registerRecords.js';
import { window } from './ui/doors.js';
import { inBackground } from './ui/inBackground.js';
import { registerCommands } from './ui/registerCommands.js';

/** Builds the object graph and connects the features; nothing else happens here. */
export function activate(context: vscode.ExtensionContext): void {
  const log = window.createOutputChannel('Netsensor', { log: true });
  const connections = new ConnectionStore({
    globalState: context.globalState,
    secrets: context.secrets,
    environment: process.env,
    log,
  });
  const lists = new InventoryLists(connections);
  const operations = registerOperations({
    connections,
    keys: {
      replaceKey: (id, key) => connections.replaceKey(id, key),
      storeKeyAgain: id => connections.storeKeyAgain(id),
    },
    pickConnection: async () =>
      (await import('./connections/connectionCommands.js')).pickConnection(connections),
    openDocument: uri => records.openRecord(uri),
    storage: context.globalStorageUri,
    workspaceState: context.workspaceState,
    globalState: context.globalState,
    selected: () => explorer.selected(),
    selectedRecords: () => explorer.selectedRecords(),
    shownRecords: (connectionId, type) => explorer.shownRecords(connectionId, type),
    recordsChanged: (connectionId, types) => explorer.readRecordsAgain(connectionId, types),
    refreshSensors: connectionId => explorer.refreshSensors(connectionId),
    log,
  });
  const records = registerRecords({
    connections,
    lists,
    workspaceState: context.workspaceState,
    storage: context.storageUri ?? context.globalStorageUri,
    globalState: context.globalState,
    otherKinds: operations.kinds,
    treeOf: connectionId => explorer.treeOf(connectionId),
    selected: () => explorer.selectedNow(),
    searchOf: connectionId => explorer.searchOf(connectionId),
    revealNode: ref => explorer.revealNew(ref),
    revealRecord: async record => {
      await explorer.readRecordsAgain(record.connectionId, [record.type]);
      await explorer.revealRecord(record);
    },
    log,
  });
  const explorer = registerExplorer({
    connections,
    connectionState,
    lists,
    openRecord: records.openRecord,
    workspaceState: context.workspaceState,
    log,
  });

  context.subscriptions.push(
    log,
    connections,
    lists,
    new ConnectionDecorations(connections),
    new ConnectionStatus(connections),
    registerConnectionCommands({ store: connections, backups: operations.backups, log }),
    registerCommands({ [Command.showLog]: () => log.show() }, log),
    records.disposable,
    explorer.disposable,
    registerNotebook({
      connections,
      connectionState,
      revealNode: explorer.revealHint,
      treeOf: explorer.treeOf,
      selected: explorer.selected,
      globalState: context.globalState,
      onDidRemoveConnection: connections.onDidRemove,
      log,
    }),
    operations.disposable,
    records.files.onDidSave(({ uri }) => explorer.tree.refreshSaved(uri)),
    explorer.onDidReadTree(id => inBackground(log, records.treeWasRead(id))),
  );
}
