import * as vscode from 'vscode';
import { Scheme } from '../ids.js';
import { backedUpNames } from '../changes/backups/backup.js';
import { checkTreeText } from '../model/trees/checkTreeText.js';
import { flattenTree } from '../model/trees/flatTree.js';
import type { NodeTarget, SensorTarget } from '../model/sensors/nodeTarget.js';
import { planRestore } from '../changes/backups/restorePlan.js';
import { subtreePath } from '../model/trees/treeDocument.js';
import { window } from '../ui/doors.js';
import { inert, quoted, type Inert } from '../ui/inert.js';
import { readTextFile } from '../ui/readTextFile.js';
import { requireUnlocked } from '../ui/requireUnlocked.js';
import { SentenceError } from '../ui/sentenceError.js';
import { listBackups, readBackup } from './backups.js';
import { nameList } from './confirmPlan.js';
import { chosenConnection, chosenNodes, type ConnectionTarget, type Operations } from './operationServices.js';
import { overwriteTree } from './overwriteTree.js';
import { recreateRecords } from './recreateRecords.js';
import { readTree } from './readTree.js';
import { firstProblem } from './textProblems.js';

/** Opens everything below a domain as one document. */
export async function editSubtree(operations: Operations, clicked?: NodeTarget): Promise<void> {
  const { connectionId, uuid, name } = await chosenDomain(operations, clicked);
  const path = subtreePath(uuid, name);
  await operations.openDocument(vscode.Uri.from({ scheme: Scheme.record, authority: connectionId, path }));
}

/** Overwrites a domain with the tree of a file. */
export async function overwriteFromFile(operations: Operations, clicked?: NodeTarget): Promise<void> {
  const { connectionId, uuid, name } = await chosenDomain(operations, clicked);
  const connection = requireUnlocked(operations.connections.get(connectionId));
  const text = await readChosenFile(vscode.l10n.t('Overwrite {0} with', quoted(name)), ['json']);
  if (text === undefined) return;
  const { body, problems } = checkTreeText(text, uuid);
  if (!body) throw firstProblem(text, problems);
  const { message } = await overwriteTree(operations, connection, { uuid, body, operation: 'overwrite' });
  if (message === undefined) sayNothingToDo(name);
}

/** Puts back what a backup holds. */
export async function restoreBackup(operations: Operations, target?: ConnectionTarget): Promise<void> {
  const chosen = await chosenConnection(operations, target);
  if (!chosen) return;
  const connection = requireUnlocked(operations.connections.get(chosen.id));
  const files = await listBackups(operations.backupFolder, connection.id);
  if (files.length === 0)
    throw new SentenceError(vscode.l10n.t('There is no backup of {0} yet.', quoted(connection.name)));
  const title = vscode.l10n.t('Restore from a backup of {0}', quoted(connection.name));
  const items = files.map(file => ({
    label: inert(file.path.slice(file.path.lastIndexOf('/') + 1).replace(/\.json$/, '')),
    file,
  }));
  const picked = await window.showQuickPick(items, { title });
  if (!picked) return;
  const backup = await readBackup(picked.file);
  if (backup.records) return recreateRecords(operations, connection, backup);
  const client = await operations.connections.client(connection.id);
  const plan = planRestore(backup, flattenTree(await readTree(client, connection)));
  if (!plan) {
    throw new SentenceError(
      vscode.l10n.t('The domain that held {0} is gone. Create it first.', nameList(backedUpNames(backup))),
    );
  }
  const { main, body, homeless } = plan;
  const lost = vscode.l10n.t(
    'Not restored, because the domain they stood in is gone: {0}.',
    nameList(homeless),
  );
  const notes = homeless.length > 0 ? [lost] : [];
  const { message } = await overwriteTree(operations, connection, {
    uuid: main.id,
    isTop: main.parent === undefined,
    body,
    operation: 'restore',
    notes,
  });
  if (message === undefined) sayNothingToDo(main.name);
}

/** The text of a file that the user picks; undefined when given up. */
export async function readChosenFile(title: Inert, endings: string[]): Promise<string | undefined> {
  const [file] = (await window.showOpenDialog({ title, filters: { [endings.join(', ')]: endings } })) ?? [];
  return file && readTextFile(file);
}

/** @throws {Error} with a sentence for people when it is no domain or sensor */
export async function chosenDomain(
  operations: Operations,
  clicked: NodeTarget | undefined,
): Promise<SensorTarget> {
  const [node] = await chosenNodes(operations, clicked, undefined);
  if (node.kind !== 'sensor') throw new SentenceError(vscode.l10n.t('Select a domain in the tree first.'));
  return node;
}

const sayNothingToDo = (name: string) =>
  void window.showInformationMessage(
    vscode.l10n.t('{0} is like this already. Nothing was sent.', quoted(name)),
  );
