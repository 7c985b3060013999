import * as vscode from 'vscode';
import type { Connections } from '../connections/connection.js';
import { Command, Scheme } from '../ids.js';
import { plainLabel } from '../ui/plainLabel.js';
import type { RecordConflicts } from './recordConflicts.js';

/** The line above a record: how to unlock a read-only one, and how to decide a conflict. */
export class RecordLenses implements vscode.CodeLensProvider, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  private readonly subscriptions: vscode.Disposable;
  readonly onDidChangeCodeLenses = this.changed.event;

  constructor(
    private readonly connections: Connections,
    private readonly conflicts: RecordConflicts,
  ) {
    this.subscriptions = vscode.Disposable.from(
      this.changed,
      connections.onDidChange(() => this.changed.fire()),
      conflicts.onDidChange(() => this.changed.fire()),
      vscode.languages.registerCodeLensProvider({ scheme: Scheme.record }, this),
    );
  }

  provideCodeLenses({ uri }: vscode.TextDocument): vscode.CodeLens[] {
    const lens = (title: string, command: string, ...args: unknown[]) =>
      new vscode.CodeLens(new vscode.Range(0, 0, 0, 0), { title, command, arguments: args });
    const connection = this.connections.get(uri.authority);
    if (!connection) return [];
    if (connection.isLocked) {
      const title = vscode.l10n.t(
        '$(lock) {0} is read-only. Unlock for changes',
        plainLabel(connection.name),
      );
      return [lens(title, Command.unlockConnection, { connectionId: connection.id })];
    }
    const conflicts = this.conflicts.get(uri);
    if (!conflicts) return [];
    const fields = conflicts.map(({ field }) => field).join(', ');
    return [
      lens(vscode.l10n.t('$(warning) Changed by someone else: {0}', fields), Command.compareWithManager, uri),
      lens(vscode.l10n.t('Compare'), Command.compareWithManager, uri),
      lens(vscode.l10n.t('Keep mine'), Command.keepMine, uri),
      lens(vscode.l10n.t('Take theirs'), Command.takeTheirs, uri),
    ];
  }

  dispose(): void {
    this.subscriptions.dispose();
  }
}
