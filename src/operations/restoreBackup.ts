import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { backedUpName, backedUpNames, backupWords, parseBackup, type Backup } from '../changes/backup.js';
import { recreation, typesOf } from '../changes/backups/recreation.js';
import { planRestore } from '../changes/backups/restorePlan.js';
import { lostWords } from '../changes/trees/domainChange.js';
import { restoreWords } from '../changes/trees/domainWords.js';
import { overwrite } from '../changes/trees/overwrite.js';
import { shownRecord } from '../changes/deletion/recordDeletionPlan.js';
import type { Connection } from '../connections/connection.js';
import { secretFieldsOf } from '../model/inventory/recordText.js';
import { lostTexts } from '../model/text/lostLetters.js';
import { flattenTree } from '../model/trees/flatTree.js';
import { window, withCancellableProgress, type QuickPickItem } from '../ui/doors.js';
import { sayFailed } from '../ui/listeners.js';
import { readTextFile } from '../ui/readTextFile.js';
import { unlockedConnection } from '../ui/confirmRisk.js';
import { agoWords } from '../words/agoWords.js';
import { nameList, inert, joined, quoted } from '../words/inert.js';
import { momentWords } from '../words/locale.js';
import { NothingToDoError, SentenceError } from '../words/sentenceErrors.js';
import { askForSecrets } from '../ui/askForSecret.js';
import { listBackups } from './backups.js';
import { makeChange, reportChange } from './makeChange.js';
import { chosenConnection, type ConnectionTarget } from './chosenTargets.js';
import type { OperationServices } from './operationServices.js';
import { changeOrSay } from './trees/changeDomain.js';

/** A connection, and the file of one of its backups unless the user is to pick one. */
interface BackupTarget extends ConnectionTarget {
  readonly backup?: vscode.Uri;
}

/** Puts back what a backup holds. */
export async function restoreBackup(operations: OperationServices, target?: BackupTarget): Promise<void> {
  const chosen = await chosenConnection(operations, target);
  if (!chosen) return;
  const connection = await unlockedConnection(operations.connections, chosen.id);
  const backup = target?.backup ? await readBackup(target.backup) : await pickBackup(operations, connection);
  if (backup?.records) await recreateRecords(operations, connection, backup);
  else if (backup) await restoreTree(operations, connection, backup);
}

async function pickBackup(
  { backupFolder }: OperationServices,
  { id, name }: Connection,
): Promise<Backup | undefined> {
  const files = await listBackups(backupFolder, id);
  if (files.length === 0) throw new NothingToDoError(l10n.t('There is no backup of {0} yet.', quoted(name)));
  const title = l10n.t('Restore from a backup of {0}', quoted(name));
  const items = await Promise.all(files.map(backupItem));
  const picked = await window.showQuickPick(items, { title, onDidSelectItem: previews() });
  return picked && readBackup(picked.file);
}

interface BackupItem extends QuickPickItem {
  readonly file: vscode.Uri;
  /** Whether it is small enough to be looked at while one moves through the list. */
  readonly isSmall: boolean;
}

/** Bytes of a backup that is read for a list. */
const largestListed = 1_000_000;

/** What a backup holds, and when it was taken; the name of its file when it is large or cannot be read. */
async function backupItem(file: vscode.Uri): Promise<BackupItem> {
  const { size } = await vscode.workspace.fs.stat(file);
  const isSmall = size <= largestListed;
  const backup = isSmall ? await readBackup(file).catch(() => undefined) : undefined;
  const name = inert(file.path.slice(file.path.lastIndexOf('/') + 1).replace(/\.json$/, ''));
  const label = backup ? backupWords(backup) : name;
  return { label, description: joined([backup && agoWords(backup.taken_at)]), file, isSmall };
}

/** Shows the backup that the list below it has in front; one after the other, since the first may be opened last. */
function previews(): (item: BackupItem) => void {
  let wanted: BackupItem;
  let opened: Thenable<unknown> = Promise.resolve();
  const open = (item: BackupItem) =>
    item === wanted && item.isSmall
      ? vscode.commands.executeCommand('vscode.open', item.file, { preview: true, preserveFocus: true })
      : undefined;
  return item => {
    wanted = item;
    opened = opened.then(() => open(item)).then(undefined, sayFailed);
  };
}

/** @throws {Error} with a sentence for people when the file holds no backup */
export async function readBackup(file: vscode.Uri): Promise<Backup> {
  const backup = parseBackup(await readTextFile(file));
  if (!backup) throw new SentenceError(l10n.t('This file is not a backup of Netsensor. Choose another one.'));
  return backup;
}

async function recreateRecords(
  operations: OperationServices,
  connection: Connection,
  backup: Backup,
): Promise<void> {
  const nameOf = operations.nameOf(connection.id);
  const change = recreation(
    {
      name: connection.name,
      nameOf,
      client: await operations.connections.client(connection.id),
      secretsOf: one =>
        askForSecrets(secretFieldsOf(one.type), {
          name: shownRecord(one, nameOf),
          prompt: l10n.t('Backups hold no secrets.'),
        }),
    },
    backup,
  );
  const made = await makeChange(operations, { connection }, change);
  if (!made) return;
  const { renumbered } = made.receipt;
  await Promise.all([
    operations.recordsChanged(connection.id, typesOf(backup), renumbered),
    reportChange(made),
  ]);
}

async function restoreTree(
  operations: OperationServices,
  connection: Connection,
  backup: Backup,
): Promise<void> {
  const client = await operations.connections.client(connection.id);
  const title = l10n.t('Reading the tree of {0}…', quoted(connection.name));
  const tree = await withCancellableProgress(title, signal => client.sensors.tree(undefined, signal));
  const plan = planRestore(backup, flattenTree(tree));
  if (!plan) {
    throw new SentenceError(
      l10n.t('The domain that held {0} is gone. Create it first.', nameList(backedUpNames(backup))),
    );
  }
  const { main, body, homeless } = plan;
  const losses = lostTexts(body);
  if (losses.length > 0) throw new SentenceError(lostWords(losses));
  const lost = l10n.t('Not restored, because the domain they stood in is gone: {0}.', nameList(homeless));
  const notes = homeless.length > 0 ? [lost] : [];
  const isTop = main.parent === undefined;
  const name = backedUpName(backup);
  const words = restoreWords(name, quoted(connection.name));
  const said = {
    ...words,
    question: l10n.t(
      'Restore {0} on {1} to {2}?',
      name,
      quoted(connection.name),
      momentWords(Date.parse(backup.taken_at)),
    ),
    button: l10n.t('Restore'),
    done: joined([words.done, ...notes]),
  };
  await changeOrSay(operations, { connection }, manager =>
    overwrite(manager, { uuid: main.id, isTop, body, operation: 'restore', said, notes }),
  );
}
