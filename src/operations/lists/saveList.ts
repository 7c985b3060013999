import * as vscode from 'vscode';
import { isApiError } from '../../api/apiError.js';
import type { ListAfterwards } from '../../changes/lists/applyList.js';
import { listChange, type ListManager, type ListReceipt } from '../../changes/lists/listChange.js';
import { firstListProblem, whyLeft } from '../../changes/lists/listWords.js';
import { typesToRead } from '../../changes/deletion/recordDeletion.js';
import type { Connection } from '../../connections/connection.js';
import { inventoryType, type InventoryType } from '../../model/inventory/inventoryTypes.js';
import { isPart } from '../../model/text/looseValues.js';
import {
  checkItems,
  namedField,
  placeFinder,
  printRecords,
  readList,
  recordsOf,
  type ListItem,
  type ListRef,
} from '../../model/inventory/listDocument.js';
import { printFields, secretsOf, type RecordFields } from '../../model/inventory/recordText.js';
import type { SaveReceipt, SaveRequest } from '../../records/documents/documentKind.js';
import { askForSecrets } from '../../ui/askForSecret.js';
import { confirmMine } from '../../ui/confirmRisk.js';
import { window } from '../../ui/doors.js';
import { editDocument } from '../../ui/editDocument.js';
import { GivenUpError, type Inert, joined, PartlySavedError } from '../../words/inert.js';
import { makeChange } from '../makeChange.js';
import type { OperationServices } from '../operationServices.js';
import type { ListReport, ListReports } from './listReports.js';

/** What the save of a list works with. */
export interface ListSaving {
  readonly operations: OperationServices;
  readonly connection: Connection;
  readonly reports: ListReports;
}

/**
 * Saves a list after its plan was agreed to. What could not be written stays an edit: the document is left with exactly
 * that, and each record says why.
 * @throws {Error} with a sentence for people, or {@link PartlySavedError} when only a part was written
 */
export async function saveList(saving: ListSaving, ref: ListRef, request: SaveRequest): Promise<SaveReceipt> {
  const { operations, connection } = saving;
  const { client, editedText } = request;
  const { type } = ref;
  const base = JSON.parse(request.baseText()) as RecordFields[];
  const { items, problems } = readList(editedText);
  const found = [...problems, ...checkItems(type, items, base)];
  if (found.length > 0) throw firstListProblem(editedText, found);
  const nameOf = operations.nameOf(connection.id);
  const manager = {
    name: connection.name,
    client,
    nameOf,
    keepMine: confirmMine,
    useTwins,
    secretsOf: askForAll,
  };
  const made = await makeChange(operations, connection, listChange(manager, { type, base, items }));
  if (!made) throw new GivenUpError();
  const { afterwards, written, message } = made.receipt;
  if (written + afterwards.left.length > 0)
    await operations.recordsChanged(connection.id, typesToRead([type]));
  if (afterwards.left.length > 0) throw await leaveRest(saving, request, { type, receipt: made.receipt });
  const text = await storedText(ref, request, items, afterwards.items);
  return { storedText: text, message: written > 0 ? message : undefined };
}

const askForAll: ListManager['secretsOf'] = (type, name) => askForSecrets(secretsOf(type), { name });

/** A record that is to be created may be there already, from a save whose answer was lost; only the user knows. */
async function useTwins(detail: Inert): Promise<boolean> {
  const [use, create] = [vscode.l10n.t('Use those'), vscode.l10n.t('Create once more')];
  const question = vscode.l10n.t(
    'Records like these are on the manager already. Use those, or create them once more?',
  );
  const chosen = await window.showWarningMessage(question, { modal: true, detail }, use, create);
  if (chosen === undefined) throw new GivenUpError();
  return chosen === use;
}

/** The list as the manager has it now: what it showed, and what was created. Without an answer, as it was saved. */
async function storedText(
  ref: ListRef,
  { client, editedText }: SaveRequest,
  items: readonly ListItem[],
  saved: readonly RecordFields[],
): Promise<string> {
  const asSaved = () => (saved.length === items.length ? printFields(saved) : editedText);
  try {
    const ids = ref.ids && saved.map(({ id }) => Number(id));
    const list = await client.listRecords(ref.type);
    return isPart(list) ? asSaved() : printRecords(ref.type, recordsOf({ ...ref, ids }, list.rows));
  } catch {
    return asSaved();
  }
}

/**
 * Leaves in the document what was not written, and says beside each record why. A text that was typed into meanwhile stays
 * as it is, and goes on without what was created: the next save finds that again.
 */
async function leaveRest(
  { reports }: ListSaving,
  { uri, editedText, baseText }: SaveRequest,
  { type, receipt }: { type: InventoryType; receipt: ListReceipt },
): Promise<Error> {
  const { afterwards, message } = receipt;
  const text = printFields(afterwards.items);
  const document = vscode.workspace.textDocuments.find(each => each.uri.toString() === uri.toString());
  if (document)
    await editDocument(document, typed =>
      typed === editedText ? [{ offset: 0, length: typed.length, content: text }] : [],
    );
  if (!document || document.getText() === text) {
    if (document) reports.show(document, listReports(type, text, afterwards.left));
    return new PartlySavedError(message, printFields(afterwards.base));
  }
  const shown = new Set((JSON.parse(baseText()) as RecordFields[]).map(({ id }) => id));
  const kept = vscode.l10n.t(
    'What you typed meanwhile is kept, and what was created is asked about when you save again.',
  );
  return new PartlySavedError(
    joined([message, kept]),
    printFields(afterwards.base.filter(({ id }) => shown.has(id))),
  );
}

/** Why each record was not written, at the field that the manager names. */
function listReports(type: InventoryType, text: string, left: ListAfterwards['left']): ListReport[] {
  const { items } = readList(text);
  const placeOf = placeFinder(text);
  const fields = Object.keys(inventoryType(type).fields);
  return left.map(one => {
    const item = one.item === undefined ? undefined : items[one.item];
    const words = isApiError(one.error) ? (one.error.detail ?? '') : '';
    return { ...placeOf(item?.offset ?? 0, namedField(fields, words)), message: whyLeft(type, one) };
  });
}
