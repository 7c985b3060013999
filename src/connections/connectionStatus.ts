import * as vscode from 'vscode';
import { Command, Notebook, Scheme } from '../ids.js';
import { window } from '../ui/doors.js';
import { inert, joined, quoted, shown } from '../ui/inert.js';
import type { Connection, Connections } from './connection.js';
import { connectionState, environmentThemeColor } from './connectionLabel.js';

/** Shows in the status bar which connection the active document or notebook belongs to. */
export class ConnectionStatus implements vscode.Disposable {
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
