import * as vscode from 'vscode';
import { Command, Notebook, Scheme } from '../ids.js';
import { type Log, window, type FileDecoration } from '../ui/doors.js';
import { loadedCommands, registerCommands } from '../ui/registerCommands.js';
import type { ConnectionBackups, Connection, Connections } from './connection.js';
import type { ConnectionStore } from './connectionStore.js';
import { inert, joined, quoted, shown } from '../words/inert.js';
import { connectionState, environmentThemeColor, environmentName } from './connectionLabel.js';

/** Shows the connections in the status bar and on documents, and registers the commands on them. */
export const registerConnections = ({
  store,
  backups,
  log,
}: {
  store: ConnectionStore;
  backups: ConnectionBackups;
  log: Log;
}): vscode.Disposable =>
  vscode.Disposable.from(
    new ConnectionDecorations(store),
    new ConnectionStatus(store),
    registerCommands(
      loadedCommands(
        [
          Command.addManager,
          Command.signIn,
          Command.signOut,
          Command.renameConnection,
          Command.setEnvironment,
          Command.unlockConnection,
          Command.lockConnection,
          Command.deleteConnection,
          Command.trustCertificate,
          Command.useCaFile,
          Command.showConnections,
        ],
        async () => (await import('./connectionCommands.js')).connectionCommands(store, backups),
      ),
      log,
    ),
  );

/** Shows in the status bar which connection the active document or notebook belongs to. */
class ConnectionStatus implements vscode.Disposable {
  private readonly item = window.createStatusBarItem(
    'netsensor.connection',
    vscode.StatusBarAlignment.Left,
    90,
  );
  private readonly subscriptions: vscode.Disposable;

  constructor(private readonly connections: Connections) {
    this.item.name = vscode.l10n.t('Netsensor connection');
    this.item.command = Command.showConnections;
    this.subscriptions = vscode.Disposable.from(
      this.item,
      connections.onDidChange(() => this.update()),
      vscode.window.onDidChangeActiveTextEditor(() => this.update()),
      vscode.window.onDidChangeActiveNotebookEditor(() => this.update()),
      vscode.workspace.onDidChangeNotebookDocument(() => this.update()),
    );
    this.update();
  }

  dispose(): void {
    this.subscriptions.dispose();
  }

  private update(): void {
    const connection = this.activeConnection();
    if (!connection) return this.item.hide();
    const { environment, isLocked, name, address } = connection;
    this.item.text = shown`${isLocked ? shown`$(lock)` : shown`$(unlock)`} ${quoted(name)} · ${connectionState(connection)}`;
    this.item.tooltip = joined([inert(address), vscode.l10n.t('Select to change the connection')], '\n');
    this.item.color = environment === 'production' ? undefined : environmentThemeColor(environment);
    // The only backgrounds VS Code allows here are the error and warning ones.
    this.item.backgroundColor =
      environment === 'production' ? new vscode.ThemeColor('statusBarItem.errorBackground') : undefined;
    this.item.show();
  }

  private activeConnection(): Connection | undefined {
    const notebook = vscode.window.activeNotebookEditor?.notebook;
    if (notebook?.notebookType === Notebook.type) {
      const id: unknown = notebook.metadata.connection;
      return typeof id === 'string' ? this.connections.get(id) : undefined;
    }
    const uri = vscode.window.activeTextEditor?.document.uri;
    return uri?.scheme === Scheme.record ? this.connections.get(uri.authority) : undefined;
  }
}

/** Marks the documents and the tree node of a labelled connection with its colour and first letter. */
class ConnectionDecorations implements vscode.FileDecorationProvider, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<undefined>();
  private readonly subscriptions: vscode.Disposable;
  readonly onDidChangeFileDecorations = this.changed.event;

  constructor(private readonly connections: Connections) {
    this.subscriptions = vscode.Disposable.from(
      this.changed,
      connections.onDidChange(() => this.changed.fire(undefined)),
      vscode.window.registerFileDecorationProvider(this),
    );
  }

  provideFileDecoration(uri: vscode.Uri): FileDecoration | undefined {
    if (uri.scheme !== Scheme.record && uri.scheme !== Scheme.connection) return undefined;
    const connection = this.connections.get(uri.authority);
    if (connection?.isSignedOut && uri.scheme === Scheme.connection)
      return { color: new vscode.ThemeColor('disabledForeground') };
    if (!connection || connection.environment === 'none') return undefined;
    const name = environmentName(connection.environment);
    return {
      badge: inert(name.charAt(0).toUpperCase()),
      color: environmentThemeColor(connection.environment),
      tooltip: shown`${quoted(connection.name)} (${inert(name)})`,
    };
  }

  dispose(): void {
    this.subscriptions.dispose();
  }
}
