import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { InventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import type { InventoryRecord } from 'netsensor-contract/inventory/inventoryRecord';
import { fileNameOf } from 'netsensor-contract/text/plainText';
import { printRecords } from '../../model/inventory/listDocument.js';
import { printRecordsCsv } from '../../model/inventory/recordsCsv.js';
import { window, withCancellableProgress } from '../../ui/doors.js';
import { inert, quoted } from '../../words/inert.js';
import { readTextFile } from '../../ui/readTextFile.js';
import { unlockedConnection } from '../../ui/confirmRisk.js';
import { chosenOrPickedList, type ClickedList, type ListTarget } from '../chosenTargets.js';
import type { OperationServices } from '../operationServices.js';
import { sayPart } from '../partialLists.js';
import { openEditedList } from './listCommands.js';
import { importedRecords } from '../../changes/lists/importedRecords.js';
import { titleOf, wordOf } from '../../words/names.js';

/** Writes the records of a type, or the selected ones, to a JSON or CSV file; never a secret. */
export async function exportRecords(
  operations: OperationServices,
  clicked?: ClickedList,
  selected?: readonly ListTarget[],
): Promise<void> {
  const chosen = await chosenOrPickedList(operations, clicked, selected);
  const [{ connectionId, type }] = chosen;
  const connection = operations.connections.get(connectionId);
  const file = await window.showSaveDialog({
    title: l10n.t('Export {0}', wordOf(type)),
    defaultUri: defaultFile(`${titleOf(type)} ${connection?.name ?? ''}`),
    filters: { CSV: ['csv'], JSON: ['json'] },
  });
  if (!file) return;
  const client = await operations.connections.client(connectionId);
  const ids = new Set(chosen.flatMap(target => (target.kind === 'record' ? [target.recordId] : [])));
  const list = await withCancellableProgress(l10n.t('Reading {0}…', wordOf(type)), async signal =>
    client.listRecords(type, signal),
  );
  sayPart(list, wordOf(type));
  const wanted = ids.size > 0 ? list.rows.filter(({ id }) => ids.has(id)) : list.rows;
  await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(fileText(file, type, wanted)));
  window.setStatusBarMessage(l10n.t('{0} records written to {1}.', wanted.length, inert(file.fsPath)), 8_000);
}

/** Puts the records of a JSON or CSV file into the list of a type, as edits that are not saved yet. */
export async function importRecords(operations: OperationServices, clicked?: ClickedList): Promise<void> {
  const [target] = await chosenOrPickedList(operations, clicked);
  await unlockedConnection(operations.connections, target.connectionId);
  const [file] =
    (await window.showOpenDialog({
      title: l10n.t('Import {0}', wordOf(target.type)),
      filters: { 'JSON, CSV': ['json', 'csv'] },
    })) ?? [];
  if (!file) return;
  const { items, into } = importedRecords(target.type, await readTextFile(file));
  await openEditedList(operations, target, into);
  void window.showInformationMessage(
    l10n.t(
      '{0} records of {1} are in the list and not saved yet. Look through it, then save it to see the plan.',
      items.length,
      quoted(file.path.slice(file.path.lastIndexOf('/') + 1)),
    ),
  );
}

function defaultFile(name: string): vscode.Uri {
  const file = `${fileNameOf(name)}.csv`;
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  return folder ? vscode.Uri.joinPath(folder, file) : vscode.Uri.file(`/${file}`);
}

const fileText = ({ path }: vscode.Uri, type: InventoryType, records: readonly InventoryRecord[]): string =>
  path.toLowerCase().endsWith('.csv') ? printRecordsCsv(type, records) : printRecords(type, records);
