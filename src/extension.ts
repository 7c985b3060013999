import * as vscode from 'vscode';
import { connectionCommands } from './connections/connectionCommands.js';
import { ConnectionDecorations } from './connections/connectionDecorations.js';
import { connectionState } from './connections/connectionLabel.js';
import { ConnectionStatus } from './connections/connectionStatus.js';
import { ConnectionStore } from './connections/connectionStore.js';
import { registerExplorer } from './explorer/registerExplorer.js';
import { Command } from './ids.js';
import { registerNotebook } from './notebook/registerNotebook.js';
import { openRecord, registerRecords } from './records/registerRecords.js';
import { registerCommands } from './ui/registerCommands.js';

/** Builds the object graph and connects the features; nothing else happens here. */
export function activate(context: vscode.ExtensionContext): void {
  const log = vscode.window.createOutputChannel('Netsensor', { log: true });
  const { NETSENSOR_URL, NETSENSOR_API_KEY } = process.env;
  const connections = new ConnectionStore({
    globalState: context.globalState,
    secrets: context.secrets,
    environment: { NETSENSOR_URL, NETSENSOR_API_KEY },
    log,
  });
  const records = registerRecords({ connections, workspaceState: context.workspaceState, log });
  const explorer = registerExplorer({ connections, connectionState, openRecord, log });

  context.subscriptions.push(
    log,
    connections,
    new ConnectionDecorations(connections),
    new ConnectionStatus(connections),
    registerCommands({ ...connectionCommands(connections), [Command.showLog]: () => log.show() }, log),
    records.disposable,
    explorer.disposable,
    registerNotebook({ connections, connectionState, log }),
    records.files.onDidSave(({ uri }) =>
      explorer.tree.refreshRecords(uri.authority, uri.path.split('/')[2] ?? ''),
    ),
  );
}
