import * as vscode from 'vscode';
import type { Connection, Connections } from '../../connections/connection.js';
import { Command, Scheme } from '../../ids.js';
import { CodeLens } from '../../ui/doors.js';
import { quoted, type Inert } from '../../words/inert.js';
import type { SaveFailure, SaveFailures } from './saveFailures.js';

/** Whether a document shows a sensor of a kind that the contract cannot modify, or that cannot be told. */
const isShownSensor = ({ path }: vscode.Uri) => path.startsWith('/sensors/other/');

/** The line above a record: how to unlock a read-only one, how to decide a conflict, and how to set a secret. */
export function registerRecordLenses(connections: Connections, failures: SaveFailures): vscode.Disposable {
  const changed = new vscode.EventEmitter<void>();
  const provider = {
    onDidChangeCodeLenses: changed.event,
    provideCodeLenses: (document: vscode.TextDocument) => {
      const connection = connections.get(document.uri.authority);
      return connection && lensesOf(document, connection, failures.get(document.uri));
    },
  };
  return vscode.Disposable.from(
    changed,
    connections.onDidChange(() => changed.fire()),
    failures.onDidChange(() => changed.fire()),
    vscode.languages.registerCodeLensProvider({ scheme: Scheme.record }, provider),
  );
}

async function lensesOf(
  document: vscode.TextDocument,
  { id, name, isLocked }: Connection,
  failure: SaveFailure | undefined,
): Promise<vscode.CodeLens[]> {
  const lens = (title: Inert, command: string, ...args: unknown[]) =>
    new CodeLens(new vscode.Range(0, 0, 0, 0), { title, command, arguments: args });
  const { secretLenses } = await import('../secrets/secretLenses.js');
  const secrets = secretLenses(document, isLocked);
  if (isLocked) {
    const title = vscode.l10n.t('$(lock) {0} is read-only. Unlock for changes', quoted(name));
    return [lens(title, Command.unlockConnection, { connectionId: id }), ...secrets];
  }
  if (isShownSensor(document.uri)) {
    return [
      lens(vscode.l10n.t('$(eye) Only shown: a manager has no call that changes this kind of sensor'), ''),
      lens(vscode.l10n.t('It is a vendor sensor: edit it'), Command.editAsVendor, document.uri),
    ];
  }
  if (!failure) return secrets;
  const { conflictLenses } = await import('./conflictLenses.js');
  return [...conflictLenses(document, failure), ...secrets];
}
