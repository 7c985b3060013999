import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { listPath, listQuery } from '../../model/inventory/listDocument.js';
import type { InventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import { printFields, type RecordFields } from '../../model/inventory/recordText.js';
import { replaceText } from '../../ui/editDocument.js';
import { SentenceError } from '../../words/sentenceErrors.js';
import { chosenOrPickedList, type ClickedList, type ListTarget } from '../chosenTargets.js';
import type { OperationServices } from '../operationServices.js';
import { recordUri } from '../../ui/recordUri.js';

/** Opens all records of a type as one document; of several selected records those, and of a filtered type what is shown. */
export async function editRecords(
  operations: OperationServices,
  clicked?: ClickedList,
  selected?: readonly ListTarget[],
): Promise<void> {
  await operations.openDocument(await chosenListUri(operations, clicked, selected));
}

/** The address of that document. @throws {SentenceError} when nothing is chosen, or the filter shows nothing */
export async function chosenListUri(
  operations: OperationServices,
  clicked?: ClickedList,
  selected?: readonly ListTarget[],
): Promise<vscode.Uri> {
  const [first, ...rest] = await chosenOrPickedList(operations, clicked, selected);
  const ids =
    first.kind === 'record'
      ? [first, ...rest].flatMap(target => (target.kind === 'record' ? [target.recordId] : []))
      : await operations.shownRecords(first.connectionId, first.type);
  if (ids?.length === 0)
    throw new SentenceError(l10n.t('The filter shows no records. Change or clear it, then try again.'));
  return listUri(first.connectionId, first.type, ids);
}

/** The address of the list of a type. */
export const listUri = (connectionId: string, type: InventoryType, ids?: readonly number[]) =>
  recordUri(connectionId, listPath({ type, ids }), listQuery(ids));

/** Opens the list of a type with other content, which is not saved yet: saving shows the plan. */
export async function openEditedList(
  operations: OperationServices,
  { connectionId, type }: { connectionId: string; type: InventoryType },
  edit: (records: readonly RecordFields[]) => readonly RecordFields[],
): Promise<void> {
  const uri = listUri(connectionId, type);
  await operations.openDocument(uri);
  const document = await vscode.workspace.openTextDocument(uri);
  if (document.isDirty)
    throw new SentenceError(
      l10n.t('The list has changes that are not saved. Save or revert it, then try again.'),
    );
  await replaceText(document, text => printFields(edit(JSON.parse(text) as RecordFields[])));
}
