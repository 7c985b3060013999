import * as vscode from 'vscode';
import { type FileDecoration } from '../ui/doors.js';
import { Scheme } from '../ids.js';
import { inert, quoted, shown } from '../ui/inert.js';
import type { Connections } from './connection.js';
import { environmentName, environmentThemeColor } from './connectionLabel.js';

/** Marks the documents and the tree node of a labelled connection with its colour and first letter. */
export class ConnectionDecorations implements vscode.FileDecorationProvider, vscode.Disposable {
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
