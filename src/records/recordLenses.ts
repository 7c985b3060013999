import * as vscode from 'vscode';
import type { Connections } from '../connections/connection.js';
import { Command, Scheme } from '../ids.js';
import { CodeLens } from '../ui/doors.js';
import { quoted, type Inert } from '../ui/inert.js';
import type { RecordConflicts } from './documents/saveFailures.js';

/** Whether a document shows a sensor of a kind that the contract cannot modify, or that cannot be told. */
const isShownSensor = ({ path }: vscode.Uri) => path.startsWith('/sensors/other/');

/** The line above a record: how to unlock a read-only one, how to decide a conflict, and how to set a secret. */
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

  async provideCodeLenses(document: vscode.TextDocument): Promise<vscode.CodeLens[]> {
    const { uri } = document;
    const lens = (title: Inert, command: string, ...args: unknown[]) =>
      new CodeLens(new vscode.Range(0, 0, 0, 0), { title, command, arguments: args });
    const connection = this.connections.get(uri.authority);
    if (!connection) return [];
    const { secretLenses } = await import('./secretLenses.js');
    const secrets = secretLenses(document, connection.isLocked);
    if (connection.isLocked) {
      const title = vscode.l10n.t('$(lock) {0} is read-only. Unlock for changes', quoted(connection.name));
      return [lens(title, Command.unlockConnection, { connectionId: connection.id }), ...secrets];
    }
    if (isShownSensor(uri)) {
      return [
        lens(vscode.l10n.t('$(eye) Only shown: a manager has no call that changes this kind of sensor'), ''),
        lens(vscode.l10n.t('It is a vendor sensor: edit it'), Command.editAsVendor, uri),
      ];
    }
    const conflict = this.conflicts.get(uri);
    if (!conflict) return secrets;
    const { conflictLenses } = await import('./documents/conflictLenses.js');
    return [...conflictLenses(document, conflict), ...secrets];
  }

  dispose(): void {
    this.subscriptions.dispose();
  }
}
