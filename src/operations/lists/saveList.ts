import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { isApiError } from '../../api/apiError.js';
import { shownOfCreated, unseenCreated } from '../../changes/lists/createdBefore.js';
import { asSavedBefore, withCreated, withGivenIds } from '../../changes/lists/listAfterwards.js';
import { listChange, type ListReceipt } from '../../changes/lists/listChange.js';
import { thereTwice, type ListManager } from '../../changes/lists/settledPlan.js';
import { firstListProblem, whyLeft } from '../../changes/lists/listWords.js';
import { sentCreates } from '../../changes/lists/openWrites.js';
import { alteredIn, besidesOf } from '../../changes/lists/madeOfRecords.js';
import type { CreatedItem, SentValue } from '../../changes/records/editedDocument.js';
import type { FieldsAlongside } from '../../changes/records/fieldsAlongside.js';
import { typesToRead } from '../../changes/deletion/recordDeletionPlan.js';
import type { Connection } from '../../connections/connection.js';
import type { InventoryRecord } from 'netsensor-contract/inventory/inventoryRecord';
import { inventoryType, type InventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import { changedFields } from '../../model/inventory/recordRules.js';
import { isPart } from 'netsensor-contract/text/listAnswer';
import {
  checkItems,
  isSamePart,
  namedField,
  printRecords,
  readList,
  recordsOf,
  rightItems,
  type ListItem,
  type ListRef,
} from '../../model/inventory/listDocument.js';
import {
  documentFields,
  printFields,
  secretFieldsOf,
  type RecordFields,
} from '../../model/inventory/recordText.js';
import type { SaveReceipt, SaveRequest } from '../../records/documents/documentKind.js';
import { askForSecrets } from '../../ui/askForSecret.js';
import { requireAnswer, confirmMine, confirmRisk } from '../../ui/confirmRisk.js';
import { withCancellableProgress } from '../../ui/doors.js';
import { editDocument } from '../../ui/editDocument.js';
import { inBackground } from '../../ui/listeners.js';
import { describeAltered } from '../../words/describeProblems.js';
import { GivenUpError, PartlySavedError } from '../../words/sentenceErrors.js';
import { type Inert, joined } from '../../words/inert.js';
import { wordOf } from '../../words/names.js';
import { makeChange } from '../makeChange.js';
import type { OperationServices } from '../operationServices.js';
import { listUri } from './listCommands.js';
import type { NameOf } from '../../words/recordDetail.js';
import type { ListReport, ListReports } from './listReports.js';

/** What the documents of lists need. */
export interface ListDocuments {
  readonly operations: OperationServices;
  readonly reports: ListReports;
  readonly alongside: FieldsAlongside;
}

/** What the save of a list works with. */
export interface ListSaving extends ListDocuments {
  readonly connection: Connection;
}

/**
 * Saves a list after its plan was agreed to. What could not be written stays an edit: the document is left with exactly
 * that, and each record says why.
 * @throws {Error} with a sentence for people, or {@link PartlySavedError} when only a part was written
 */
export async function saveList(saving: ListSaving, ref: ListRef, request: SaveRequest): Promise<SaveReceipt> {
  const { operations, connection, alongside } = saving;
  const { client, earlier } = request;
  const { type } = ref;
  const { base, items } = await typedList(type, request);
  const nameOf = operations.nameOf(connection.id);
  const manager = {
    name: connection.name,
    client,
    nameOf,
    ...askedOfLists,
    onSending: ([key, fields]: SentValue) => request.onSending({ [key]: fields }),
    onCreated: request.onCreated,
    alongside: { fields: alongside, keyOf: (id: number) => alongside.keyOf(connection.id, type, id) },
  };
  const edited = { type, base, items, sentBefore: earlier.sent };
  const made = await makeChange(
    operations,
    { connection, document: request.uri },
    listChange(manager, edited),
  );
  if (!made) throw new GivenUpError();
  const { afterwards, written: count, said, remark } = made.receipt;
  // Nobody waits for the tree: what became of the list is said first.
  if (count + afterwards.left.length > 0)
    inBackground(operations.backupFolder.log, operations.recordsChanged(connection.id, typesToRead([type])));
  if (afterwards.left.length > 0)
    throw await leaveRest(saving, request, { type, nameOf, receipt: made.receipt });
  const text = await storedText(ref, request, items, made.receipt);
  return {
    storedText: text,
    renamedTo: addressOf(ref, request, text),
    goesOn: printFields(afterwards.goesOn),
    created: afterwards.created,
    arrived: made.receipt.arrived,
    message: count > 0 ? said : undefined,
    remark,
    altered: alteredIn(made.receipt.made),
    besides: besidesOf(made.receipt.made),
  };
}

/** A list as it was typed, with what earlier saves created. @throws {Error} with a sentence about the first record that cannot be sent */
async function typedList(type: InventoryType, { client, editedText, earlier, baseText }: SaveRequest) {
  const { items: typed, problems } = readList(editedText);
  const started = JSON.parse(baseText()) as RecordFields[];
  const created = await shownSoFar({ type, items: typed, base: started, created: earlier.created }, client);
  const given = withGivenIds(type, typed, created);
  const base = withCreated(started, given, created);
  const items = rightItems(
    type,
    asSavedBefore(type, given, { base, earlier: { ...earlier, created } }),
    base,
  );
  const found = [...problems, ...checkItems(type, items, base)];
  if (found.length > 0) throw firstListProblem(editedText, found);
  return { base, items };
}

/** What earlier saves created, as far as the manager shows it; {@link shownOfCreated} says what becomes of the rest. */
async function shownSoFar(
  list: Parameters<typeof shownOfCreated>[0],
  client: SaveRequest['client'],
): Promise<readonly CreatedItem[]> {
  if (unseenCreated(list).length === 0) return list.created;
  const title = l10n.t('Looking for what an earlier save created…');
  return withCancellableProgress(title, signal => shownOfCreated(list, { client, signal }));
}

/** A record that is to be created may be there already, from a save whose answer was lost; only the user knows. */
async function useTwins(detail: Inert): Promise<boolean> {
  const use = l10n.t('Use those');
  const create = l10n.t('Create once more');
  const message = l10n.t(
    'Records like these are on the manager already. Use those, or create them once more?',
  );
  const chosen = await requireAnswer({ message, detail }, [use, create]);
  return chosen === use;
}

/** A record whose create was not answered may be there, or be there before long. @throws when it is to wait */
async function createAgain(names: Inert): Promise<void> {
  const isAgreed = await confirmRisk({
    question: l10n.t('An earlier save may have created these already. Create what is new in the list?'),
    detail: joined(
      [
        names,
        joined([
          l10n.t('They were sent and do not show, so the manager may have made them, or may still be at it.'),
          thereTwice(),
        ]),
      ],
      '\n',
    ),
    safe: l10n.t('Create nothing'),
    risky: l10n.t('Create'),
  });
  if (!isAgreed) throw new GivenUpError();
}

/** What only the user decides while records are saved. */
export const askedOfLists: Pick<ListManager, 'keepMine' | 'useTwins' | 'createAgain' | 'secretsOf'> = {
  keepMine: confirmMine,
  useTwins,
  createAgain,
  secretsOf: (type, name) => askForSecrets(secretFieldsOf(type), { name }),
};

/** The list as the manager has it now: what it showed, and what was created. Without an answer, as it was saved. */
async function storedText(
  ref: ListRef,
  { client, editedText, earlier }: SaveRequest,
  items: readonly ListItem[],
  { afterwards: { items: saved, created }, listed, updated }: ListReceipt,
): Promise<string> {
  const asSaved = () => (saved.length === items.length ? printFields(saved) : editedText);
  try {
    const ids = ref.ids && saved.map(({ id }) => Number(id));
    const reading = l10n.t('Reading {0}…', wordOf(ref.type));
    const list = listed
      ? { rows: listed, unread: [] }
      : await withCancellableProgress(reading, signal => client.listRecords(ref.type, signal));
    const rows = new Map(list.rows.map(row => [row.id, row]));
    const isOwn = new Set([...created, ...earlier.created].map(({ id }) => id));
    // A list that is behind would take away what was just created, and show as it was what was just changed.
    const isBehind =
      saved.some(({ id }) => isOwn.has(Number(id)) && !rows.has(Number(id))) ||
      updated.some(record => isShownOtherwise(ref.type, record, rows.get(Number(record['id']))));
    return isPart(list) || isBehind
      ? asSaved()
      : printRecords(ref.type, recordsOf({ ...ref, ids }, list.rows));
  } catch {
    return asSaved();
  }
}

/** The address of a list that shows some records, with those that its text has now: it is what opens them again. */
function addressOf({ type, ids }: ListRef, { uri }: SaveRequest, text: string): vscode.Uri {
  const shown = readList(text).items.flatMap(({ id }) => id ?? []);
  return ids && shown.length > 0 && !isSamePart(ids, shown) ? listUri(uri.authority, type, shown) : uri;
}

/** Whether a list shows another value of a record than was just read of it; it may show less of it. */
function isShownOtherwise(
  type: InventoryType,
  record: RecordFields,
  row: InventoryRecord | undefined,
): boolean {
  const listed = row && documentFields(type, row);
  return changedFields(record, listed ?? record).some(
    field => Object.hasOwn(record, field) && Object.hasOwn(listed ?? {}, field),
  );
}

/**
 * Leaves in the document what was not written, and says beside each record why. A text that was typed into meanwhile stays
 * as it is; the numbers of what was created are remembered for its next save.
 */
async function leaveRest(
  { reports }: ListSaving,
  { uri, editedText }: SaveRequest,
  { receipt, ...listed }: { type: InventoryType; nameOf: NameOf; receipt: ListReceipt },
): Promise<Error> {
  const { afterwards, said, remark, open: sent, made } = receipt;
  // What changed besides has a message of its own.
  const message = joined([said, remark]);
  const did = { sent, told: sentCreates(sent), besides: besidesOf(made) };
  const text = printFields(afterwards.items);
  const document = vscode.workspace.textDocuments.find(each => each.uri.toString() === uri.toString());
  if (document)
    await editDocument(document, typed =>
      typed === editedText ? [{ offset: 0, length: typed.length, content: text }] : [],
    );
  if (!document || document.getText() === text) {
    if (document) reports.show(document, listReports(listed, text, receipt));
    const shown = joined([message, l10n.t('The list holds what is left, each with its reason.')]);
    return new PartlySavedError(shown, printFields(afterwards.base), did);
  }
  const kept = l10n.t('What you typed meanwhile is kept. Save again to send the rest.');
  const { goesOn, created } = afterwards;
  return new PartlySavedError(joined([message, kept]), printFields(goesOn), { ...did, created });
}

/** Why each record was not written, at the field that the manager names; and what is stored otherwise. */
function listReports(
  listed: { type: InventoryType; nameOf: NameOf },
  text: string,
  receipt: ListReceipt,
): ListReport[] {
  const { type } = listed;
  const { items } = readList(text);
  const fields = Object.keys(inventoryType(type).fields);
  const left = receipt.afterwards.left.map(one => {
    const words = isApiError(one.error) ? (one.error.detail ?? '') : '';
    const record = one.item === undefined ? undefined : items[one.item]?.fields;
    const field = record && namedField(fields, words);
    return { record, at: one.item ?? 0, field, message: whyLeft(listed, one) };
  });
  const altered = alteredIn(receipt.made).map(({ id, field, sent, stored }) => {
    const at = items.findIndex(item => item.id === id);
    return { record: items[at]?.fields, at, field, message: describeAltered(sent, stored) };
  });
  return [...left, ...altered];
}
