import * as vscode from 'vscode';
import type { Connection, Connections } from '../connections/connection.js';
import { Command, View } from '../ids.js';
import { registerCommands } from '../ui/registerCommands.js';
import type { ErrorNode, ExplorerNode, RecordNode, SensorNode } from './explorerNode.js';
import { ExplorerTree } from './explorerTree.js';

/** What the explorer needs from the rest of the extension. */
export interface ExplorerOptions {
  readonly connections: Connections;
  readonly connectionState: (connection: Connection) => string;
  /** Opens a record document, reusing the one that is open already. */
  readonly openRecord: (uri: vscode.Uri) => Promise<void>;
  readonly log: vscode.LogOutputChannel;
}

/** Shows the explorer view and its commands. */
export function registerExplorer(options: ExplorerOptions): {
  tree: ExplorerTree;
  disposable: vscode.Disposable;
} {
  const { connections, connectionState, openRecord, log } = options;
  const tree = new ExplorerTree(connections, connectionState);
  const disposable = vscode.Disposable.from(
    tree,
    vscode.window.createTreeView(View.explorer, { treeDataProvider: tree, showCollapseAll: true }),
    connections.onDidChange(() => tree.showConnections()),
    registerCommands(
      {
        [Command.refresh]: (node?: ExplorerNode) => tree.refresh(node),
        [Command.retry]: (node: ErrorNode) => tree.refresh(node.parent),
        [Command.copyUuid]: (node: SensorNode) => vscode.env.clipboard.writeText(node.sensor.uuid),
        [Command.openRecord]: (node: RecordNode) => openRecord(node.uri),
      },
      log,
    ),
  );
  return { tree, disposable };
}
