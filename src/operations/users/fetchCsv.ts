import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Connection } from '../../connections/connection.js';
import { fileNameOf } from 'netsensor-contract/text/plainText';
import { window, withCancellableProgress } from '../../ui/doors.js';
import { inert, quoted, type Inert } from '../../words/inert.js';
import { chosenConnection, type ConnectionTarget } from '../chosenTargets.js';
import type { OperationServices } from '../operationServices.js';
import { onlyForAdministrators } from './showUsers.js';
import { confirmPlan } from '../makeChange.js';

type ReadCsv = (signal: AbortSignal) => Promise<string>;

/** Fetches the access point list in the manager's own CSV format. */
export async function fetchAccessPointsCsv(
  operations: OperationServices,
  target?: ConnectionTarget,
): Promise<void> {
  const connection = await chosenConnection(operations, target);
  if (!connection) return;
  const open = l10n.t('Open in an editor');
  const save = l10n.t('Save to a file');
  const title = l10n.t('Access points of {0} as CSV', quoted(connection.name));
  const chosen = await pickAction(title, [open, save]);
  if (chosen === undefined) return;
  const client = await operations.connections.client(connection.id);
  const text = await readCsv(connection, signal => client.accessPoints.csv({}, signal));
  await (chosen === open ? openText(text) : saveText(text, `access points ${connection.name}`));
}

/** Fetches the user list in the manager's own CSV format; the keys only for a file and after a warning. */
export async function fetchUsersCsv(operations: OperationServices, target?: ConnectionTarget): Promise<void> {
  const connection = await chosenConnection(operations, target);
  if (!connection) return;
  const open = l10n.t('Open without keys');
  const save = l10n.t('Save without keys');
  const saveKeys = l10n.t('Save with the keys of all users');
  const title = l10n.t('Users of {0} as CSV', quoted(connection.name));
  const chosen = await pickAction(title, [open, save, saveKeys]);
  if (chosen === undefined || (chosen === saveKeys && !(await confirmKeys(connection)))) return;
  const client = await operations.connections.client(connection.id);
  const read: ReadCsv = signal =>
    chosen === saveKeys ? client.users.csvWithKeys(signal) : client.users.csv(signal);
  const text = await onlyForAdministrators(connection, () => readCsv(connection, read));
  await (chosen === open ? openText(text) : saveText(text, `users ${connection.name}`));
}

const confirmKeys = ({ name }: Connection) =>
  confirmPlan({
    question: l10n.t('Save the API keys of all users of {0} to a file?', quoted(name)),
    lines: [l10n.t('Whoever reads the file can do on the manager what these users may do.')],
    button: l10n.t('Save with keys'),
    keep: l10n.t('Save nothing'),
  });

async function pickAction(title: Inert, labels: readonly Inert[]): Promise<Inert | undefined> {
  return (
    await window.showQuickPick(
      labels.map(label => ({ label })),
      { title },
    )
  )?.label;
}

const readCsv = ({ name }: Connection, read: ReadCsv): Thenable<string> =>
  withCancellableProgress(l10n.t('Reading CSV from {0}…', quoted(name)), read);

async function openText(content: string): Promise<void> {
  const document = await vscode.workspace.openTextDocument({ content });
  await vscode.window.showTextDocument(document);
}

async function saveText(content: string, name: string): Promise<void> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const file = `${fileNameOf(name)}.csv`;
  const uri = await window.showSaveDialog({
    ...(folder ? { defaultUri: vscode.Uri.joinPath(folder, file) } : {}),
    filters: { CSV: ['csv'] },
  });
  if (!uri) return;
  await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(content));
  window.setStatusBarMessage(l10n.t('Saved {0}.', inert(uri.fsPath)), 8_000);
}
