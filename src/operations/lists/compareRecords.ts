import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import { inventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import type { InventoryRecord, RecordTarget } from 'netsensor-contract/inventory/inventoryRecord';
import { printRecord } from '../../model/inventory/recordText.js';
import {
  separator,
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
import { recordTitle } from '../../words/recordDetail.js';
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
  const [records, backups] = await withCancellableProgress(
    l10n.t('Reading {0}…', wordOf(type)),
    async signal =>
      [(await client.listRecords(type, signal)).rows, await backupsOf(operations, target)] as const,
  );
  return [
    separator(l10n.t('Backups of this record')),
    ...backups,
    separator(l10n.t(inventoryType(type).plural)),
    ...records
      .filter(({ id }) => id !== recordId)
      .map(record => {
        const name = recordTitle(type, record, operations.nameOf(connectionId));
        return {
          label: inert(name),
          description: shown`#${record.id}`,
          other: { name, uri: inventoryUri({ ...target, recordId: record.id, name }) },
        };
      }),
  ];
}

/** What backups have of a record, the newest first. */
async function backupsOf(
  { backupFolder }: OperationServices,
  { connectionId, type, recordId }: RecordTarget,
): Promise<Choice[]> {
  const files = (await listBackups(backupFolder, connectionId)).slice(0, mostBackups);
  const found = await Promise.all(
    files.map(async file => {
      const backup = await readBackup(file).catch(() => undefined);
      const saved = backup?.records?.find(({ type: of, record }) => of === type && record.id === recordId);
      if (!backup || !saved) return [];
      const label = inert(new Date(backup.taken_at).toLocaleString());
      return [{ label, description: inert(backup.operation), backup: { record: saved.record } }];
    }),
  );
  return found.flat();
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
