import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import { inventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import type { InventoryRecord, RecordTarget } from 'netsensor-contract/inventory/inventoryRecord';
import { printRecord } from '../../model/inventory/recordText.js';
import {
  separator,
  themeIcon,
  showDifference,
  window,
  type QuickPickItem,
  withCancellableProgress,
} from '../../ui/doors.js';
import { inert, quoted, shown, type Inert } from '../../words/inert.js';
import { NothingToDoError } from '../../words/sentenceErrors.js';
import { listBackups } from '../backups.js';
import { readBackup } from '../restoreBackup.js';
import { chosenList, type ListTarget } from '../chosenTargets.js';
import type { OperationServices } from '../operationServices.js';
import { wordOf } from '../../words/names.js';
import { recordDetail, recordTitle } from '../../words/recordDetail.js';
import { partLabel } from '../../words/partWords.js';
import { toldApart } from '../../ui/nodeLines.js';
import { inventoryUri } from '../../ui/recordUri.js';

/** Backups that are looked through for a record, the newest first. */
const mostBackups = 100;

/** Compares two selected records, or one with another record of its type or with what a backup has of it. */
export async function compareRecords(
  operations: OperationServices,
  clicked?: ListTarget,
  selected?: readonly ListTarget[],
): Promise<void> {
  const chosen = await chosenList(operations, clicked, selected);
  const [first, second, ...more] = chosen.filter(target => target.kind === 'record');
  if (!first || more.length > 0)
    throw new NothingToDoError(l10n.t('Select one record, or two of the same type, in the tree first.'));
  if (second) return showDiff(first, { name: second.name, uri: inventoryUri(second) });
  const picked = await window.showQuickPick(choices(operations, first), {
    title: l10n.t('Compare {0} with', quoted(first.name)),
    matchOnDescription: true,
  });
  if (picked?.other) return showDiff(first, picked.other);
  if (picked?.backup) return showBackup(operations, first, { ...picked.backup, title: picked.label });
}

interface Choice extends QuickPickItem {
  readonly other?: { readonly name: string; readonly uri: vscode.Uri };
  readonly backup?: { readonly record: InventoryRecord };
}

async function choices(operations: OperationServices, target: RecordTarget): Promise<Choice[]> {
  const { connectionId, type, recordId } = target;
  const client = await operations.connections.client(connectionId);
  const [list, backups] = await withCancellableProgress(
    l10n.t('Reading {0}…', wordOf(type)),
    async signal => [await client.listRecords(type, signal), await backupsOf(operations, target)] as const,
  );
  const part = partLabel(list);
  return [
    separator(l10n.t('Backups of this record')),
    ...backups,
    separator(l10n.t(inventoryType(type).plural)),
    ...toldApart(
      list.rows.filter(({ id }) => id !== recordId).map(record => choiceOf(operations, target, record)),
      ({ other: { id } }) => shown`#${id}`,
    ),
    ...(part ? [{ label: part, iconPath: themeIcon('warning') }] : []),
  ];
}

/** Another record of the type, by its name and what tells it from others. */
function choiceOf(operations: OperationServices, target: RecordTarget, record: InventoryRecord) {
  const { connectionId, type } = target;
  const nameOf = operations.nameOf(connectionId);
  const name = recordTitle(type, record, nameOf);
  const { id } = record;
  return {
    label: inert(name),
    description: recordDetail(type, record, nameOf),
    other: { id, name, uri: inventoryUri({ ...target, recordId: id, name }) },
  };
}

/** What backups have of a record, the newest first; those that cannot be read are counted. */
async function backupsOf(
  { backupFolder }: OperationServices,
  { connectionId, type, recordId }: RecordTarget,
): Promise<Choice[]> {
  const files = (await listBackups(backupFolder, connectionId)).slice(0, mostBackups);
  let unread = 0;
  const found = await Promise.all(
    files.map(async file => {
      const backup = await readBackup(file).catch(() => void (unread += 1));
      const saved = backup?.records?.find(({ type: of, record }) => of === type && record.id === recordId);
      if (!backup || !saved) return [];
      const label = inert(new Date(backup.taken_at).toLocaleString());
      return [{ label, description: inert(backup.operation), backup: { record: saved.record } }];
    }),
  );
  if (unread === 0) return found.flat();
  const label = l10n.t('{0} of {1} backups could not be read', unread, files.length);
  return [...found.flat(), { label, iconPath: themeIcon('warning') }];
}

const showDiff = async (target: RecordTarget, { name, uri }: { name: string; uri: vscode.Uri }) =>
  showDifference(uri, inventoryUri(target), l10n.t('{0} ↔ {1}', quoted(name), quoted(target.name)));

const showBackup = async (
  { planDocuments }: OperationServices,
  target: RecordTarget,
  { record, title }: { record: InventoryRecord; title: Inert },
) =>
  (await planDocuments()).showBeside(
    l10n.t('{0}: backup of {1} ↔ now', quoted(target.name), title),
    printRecord(target.type, record),
    inventoryUri(target),
  );
