import * as vscode from 'vscode';
import { isApiError } from '../../api/apiError.js';
import { applyList, type ListAccess, type ListOutcome } from '../../model/applyList.js';
import type { InventoryRecord } from '../../model/inventory/inventoryRecord.js';
import { listAfterwards, type ListAfterwards } from '../../model/listAfterwards.js';
import {
  checkItems,
  printItems,
  printRecords,
  readList,
  recordsOf,
  type ListItem,
  type ListRef,
} from '../../model/inventory/listDocument.js';
import { inventoryType, type InventoryType } from '../../model/inventory/inventoryTypes.js';
import { namedField } from '../../model/namedField.js';
import { isPart } from '../../model/listAnswer.js';
import { placesInList } from '../../model/placesInList.js';
import { sizeOf, type ListPlan } from '../../changes/lists/planList.js';
import type { RecordFields } from '../../model/inventory/recordText.js';
import type { Connection } from '../../connections/connection.js';
import type { SaveReceipt, SaveRequest } from '../../records/documents/documentKind.js';
import { quoted } from '../../ui/inert.js';
import { PartlySavedError } from '../../ui/partlySaved.js';
import { withCancellableProgress } from '../../ui/progress.js';
import { requireUnlocked } from '../../ui/requireUnlocked.js';
import { writeBackup } from '../backups.js';
import type { Operations } from '../operationServices.js';
import { treeReceipt } from '../treeReceipt.js';
import { agreeOnList } from './agreeOnList.js';
import { askForSecrets } from './askForSecrets.js';
import { listAccess } from './listAccess.js';
import type { ListReport, ListReports } from './listReports.js';
import { firstListProblem, leftSentence, whyLeft } from './listWords.js';
import { titleOf, wordOf } from './typeWords.js';

/** What the save of a list works with. */
export interface ListSaving {
  readonly operations: Operations;
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
  const base = JSON.parse(request.baseText()) as RecordFields[];
  const { items, problems } = readList(editedText);
  const found = [...problems, ...checkItems(ref.type, items, base)];
  if (found.length > 0) throw firstListProblem(editedText, found);
  const agreed = await agreeOnList(saving, { type: ref.type, base, items, client });
  if (!agreed) return treeReceipt(await storedText(ref, request, items), undefined);
  const secrets = await askForSecrets(ref.type, agreed.plan.creates);
  requireUnlocked(operations.connections.get(connection.id));
  const access = listAccess({ client, type: ref.type, secrets });
  const outcomes = await runPlan(saving, ref, { plan: agreed.plan, known: agreed.known, access });
  await operations.recordsChanged(connection.id, [ref.type]);
  const afterwards = listAfterwards(ref.type, { base, items }, [...agreed.adopted, ...outcomes]);
  if (afterwards.left.length > 0) throw await leaveRest(saving, request, { ref, afterwards, outcomes });
  return treeReceipt(
    await storedText(ref, request, items, afterwards.items),
    vscode.l10n.t('{0}: {1} saved on {2}.', titleOf(ref.type), outcomes.length, quoted(connection.name)),
  );
}

async function runPlan(
  { operations, connection }: ListSaving,
  { type }: ListRef,
  { plan, known, access }: { plan: ListPlan; known: readonly InventoryRecord[]; access: ListAccess },
): Promise<ListOutcome[]> {
  const touched = new Set([...plan.updates, ...plan.deletes].map(({ id }) => id));
  const records = known.filter(({ id }) => touched.has(id)).map(record => ({ type, record }));
  const backup =
    records.length === 0
      ? undefined
      : await writeBackup(operations.backupFolder, connection, {
          operation: 'save',
          sensors: [],
          access_points: [],
          records,
        });
  const doing = vscode.l10n.t('saving {0} on {1}', wordOf(type), quoted(connection.name));
  const title = vscode.l10n.t('Saving {0} on {1}…', wordOf(type), quoted(connection.name));
  return operations.journal.run({ doing, backup: backup?.toString() }, async () =>
    withCancellableProgress(title, (signal, report) =>
      applyList(plan, access, {
        known,
        signal,
        onStep: done => report(vscode.l10n.t('{0} of {1}', done, sizeOf(plan))),
      }),
    ),
  );
}

/** The list as the manager has it now: what it showed, and what was created. Without an answer, as it was saved. */
async function storedText(
  ref: ListRef,
  { client, editedText }: SaveRequest,
  items: readonly ListItem[],
  saved: readonly RecordFields[] = items.map(({ fields }) => fields),
): Promise<string> {
  const asSaved = () => (saved.length === items.length ? printItems(saved) : editedText);
  try {
    const ids = ref.ids && saved.map(({ id }) => Number(id));
    const list = await client.listRecords(ref.type);
    return isPart(list) ? asSaved() : printRecords(ref.type, recordsOf({ ...ref, ids }, list.rows));
  } catch {
    return asSaved();
  }
}

/** Leaves in the document what was not written, and says beside each record why. */
async function leaveRest(
  { reports }: ListSaving,
  { uri }: SaveRequest,
  {
    ref,
    afterwards,
    outcomes,
  }: { ref: ListRef; afterwards: ListAfterwards; outcomes: readonly ListOutcome[] },
): Promise<Error> {
  const { left } = afterwards;
  const text = printItems(afterwards.items);
  const document = vscode.workspace.textDocuments.find(each => each.uri.toString() === uri.toString());
  if (document) {
    const edit = new vscode.WorkspaceEdit();
    edit.replace(uri, new vscode.Range(0, 0, document.lineCount, 0), text);
    await vscode.workspace.applyEdit(edit);
  }
  if (document) reports.show(document, listReports(ref.type, text, left));
  const message = leftSentence(ref.type, { left, written: outcomes.length - left.length });
  return new PartlySavedError(message, printItems(afterwards.base));
}

/** Why each record was not written, at the field that the manager names. */
function listReports(type: InventoryType, text: string, left: ListAfterwards['left']): ListReport[] {
  const { items } = readList(text);
  const placeOf = placesInList(text);
  const fields = Object.keys(inventoryType(type).fields);
  return left.map(one => {
    const item = one.item === undefined ? undefined : items[one.item];
    const words = isApiError(one.error) ? (one.error.detail ?? '') : '';
    return { ...placeOf(item?.offset ?? 0, namedField(fields, words)), message: whyLeft(type, one) };
  });
}
