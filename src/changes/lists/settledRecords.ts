import * as l10n from '@vscode/l10n';
import { ApiError } from '../../api/apiError.js';
import type { InventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import type { InventoryRecord } from 'netsensor-contract/inventory/inventoryRecord';
import { creationFields } from '../../model/inventory/listDocument.js';
import { changedFields } from '../../model/inventory/recordRules.js';
import { documentFields, type RecordFields } from '../../model/inventory/recordText.js';
import { describeStillOpen, type FieldsOfRecord } from '../../words/describeProblems.js';
import { nameList, type Inert } from '../../words/inert.js';
import type { NameOf } from '../../words/recordDetail.js';
import type { EarlierSaves } from '../records/editedDocument.js';
import { recordIfThere } from '../deletion/recordDeletionChange.js';
import { openValues } from '../records/saveFlow.js';
import { settle, type Patience } from '../settle.js';
import type { RecordCalls } from './listAccess.js';
import { maybeCreated, maybeDeleted, sentToRecord } from './openWrites.js';
import { hasSpelling, itemName, type EditedList, type ListPlan } from './planList.js';

/** A list as it was edited, and what earlier saves of it sent while nobody can tell whether it is stored. */
interface OpenList extends Omit<EditedList, 'current'> {
  readonly sentBefore?: EarlierSaves['sent'];
}

/** The records of a type, and what the list is about to do to them. */
interface SeenRecords {
  readonly current: readonly InventoryRecord[];
  readonly plan: ListPlan;
}

/**
 * The records of a type once what earlier saves of a list sent shows. Looked for is what was taken back after it was sent and
 * nobody answered: once it shows, taking it back is something that has to be sent.
 */
export async function settledRecords(
  { type, ...list }: OpenList,
  { current, plan }: SeenRecords,
  {
    client,
    patience,
  }: {
    readonly client: Pick<RecordCalls, 'getRecord'>;
    readonly patience: Patience & { readonly signal: AbortSignal };
  },
): Promise<readonly InventoryRecord[]> {
  const { signal } = patience;
  const isOpen = (records: readonly InventoryRecord[]) =>
    openRecords({ type, ...list }, { plan, current: records });
  const ids = isOpen(current).map(({ id }) => id);
  if (ids.length === 0) return current;
  const look = async () => {
    const now = new Map<number, InventoryRecord | undefined>();
    for (const id of ids) now.set(id, await recordIfThere(client, { type, id, signal }));
    return current.flatMap(record => (now.has(record.id) ? (now.get(record.id) ?? []) : record));
  };
  const found = await settle({ ...patience, look, isSettled: records => isOpen(records).length === 0 });
  requireNotCancelled(signal, type);
  return found.seen ?? current;
}

/** Who cancels the wait for records gives the save of their list up. @throws {ApiError} when somebody did */
export function requireNotCancelled({ aborted }: AbortSignal, type: InventoryType): void {
  if (aborted) throw new ApiError({ reason: 'cancelled', method: 'GET', path: `/api/v1/inventory/${type}` });
}

/** Says what earlier saves may yet do to what a list leaves as it is, and what they have created meanwhile. */
export function openRemarks(list: OpenList, seen: SeenRecords, nameOf: NameOf): Inert[] {
  const { type, items } = list;
  const titleOf = (fields: RecordFields) => itemName(type, fields, nameOf);
  const open = openRecords(list, seen).map(record => ({
    ...record,
    name: titleOf(items.find(({ id }) => id === record.id)?.fields ?? {}),
  }));
  const values = open.filter(({ fields }) => fields.length > 0);
  const deleted = open.filter(({ isDeleted }) => isDeleted).map(({ name }) => name);
  const isThere = (fields: RecordFields) => seen.current.some(record => hasSpelling(record, fields));
  const created = leftOut(list);
  const isNew = isNewIn(list, seen.current);
  const there = created.filter(isNew);
  const missing = created.filter(fields => !isThere(fields));
  const said = (names: readonly string[], words: (list: Inert) => Inert) =>
    names.length > 0 ? [words(nameList(names))] : [];
  return [
    ...(values.length > 0 ? [describeStillOpen(values)] : []),
    ...said(deleted, names =>
      l10n.t('An earlier save may still delete these: {0}. Look again later.', names),
    ),
    ...said(missing.map(titleOf), names =>
      l10n.t('An earlier save may still create these: {0}. Look again later.', names),
    ),
    ...said(there.map(titleOf), createdAfterAll),
  ];
}

/** Says what earlier saves have created of which nobody knew. */
export const createdAfterAll = (names: Inert): Inert =>
  l10n.t('An earlier save has created these after all: {0}.', names);

/** Whether a record that a list did not start with shows what was to be created. */
export function isNewIn(
  { base }: Pick<OpenList, 'base'>,
  current: readonly InventoryRecord[],
): (fields: RecordFields) => boolean {
  const known = new Set(base.map(({ id }) => id));
  return fields => current.some(record => !known.has(record.id) && hasSpelling(record, fields));
}

/** A record of a list that may yet be changed, or deleted, by what was sent before. */
interface OpenRecord extends FieldsOfRecord {
  readonly id: number;
  readonly isDeleted: boolean;
}

/** The records that the list leaves as they are and that may yet become something else. */
function openRecords(
  { type, items, sentBefore = [] }: OpenList,
  { plan: { updates, conflicts }, current }: SeenRecords,
): OpenRecord[] {
  const touched = new Set([...updates.map(({ id }) => id), ...conflicts.map(({ item }) => item.id)]);
  const deleted = new Set(maybeDeleted(sentBefore));
  const records = new Map(current.map(record => [record.id, record]));
  return items.flatMap(({ id, fields: edited }) => {
    const record = id === undefined || touched.has(id) ? undefined : records.get(id);
    if (id === undefined || !record) return [];
    const fields = openValues(sentToRecord(sentBefore, id), edited, documentFields(type, record));
    const isDeleted = deleted.has(id);
    return fields.length > 0 || isDeleted ? [{ id, fields, isDeleted }] : [];
  });
}

/** What was to be created and does not stand in the list as it was sent any more. */
export const leftOut = ({ type, items, sentBefore = [] }: Omit<OpenList, 'base'>): RecordFields[] =>
  maybeCreated(sentBefore).filter(
    sent => !items.some(item => changedFields(sent, creationFields(type, item.fields)).length === 0),
  );
