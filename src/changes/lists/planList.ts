import type { InventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import type { InventoryRecord, TypedRecord } from 'netsensor-contract/inventory/inventoryRecord';
import { creationFields, type ListItem } from '../../model/inventory/listDocument.js';
import {
  changedFields,
  planPatch,
  type FieldConflict,
  inventoryRules,
  isSameSpelling,
} from '../../model/inventory/recordRules.js';
import { documentFields, printFields, type RecordFields } from '../../model/inventory/recordText.js';
import type { PlanSides } from '../change.js';
import { alongWords, countWords } from '../planSides.js';
import { joined } from '../../words/inert.js';
import { recordTitle, type NameOf } from '../../words/recordDetail.js';

/** A record to create. */
export interface ListCreate {
  /** Where it stands among the items of the list. */
  readonly place: number;
  readonly fields: RecordFields;
}

/** A record to change; `current` is how it is now. */
export interface ListUpdate {
  readonly id: number;
  readonly item: ListItem;
  /** Where it stands among the items of the list. */
  readonly place: number;
  readonly base: RecordFields;
  readonly current: RecordFields;
  readonly changes: RecordFields;
}

/** A record to delete. */
export interface ListDelete {
  readonly id: number;
  readonly base: RecordFields;
  readonly current: InventoryRecord;
  /** Whether someone else changed it since the list was opened. */
  readonly isChangedMeanwhile: boolean;
}

/** What is written when a list is saved. */
export interface ListWrites {
  readonly creates: readonly ListCreate[];
  readonly updates: readonly ListUpdate[];
  readonly deletes: readonly ListDelete[];
}

/** What saving a list means. */
export interface ListPlan extends ListWrites {
  /** Records whose same field two people changed. */
  readonly conflicts: readonly { readonly item: ListItem; readonly conflicts: readonly FieldConflict[] }[];
  /** Changed records that someone else deleted meanwhile. */
  readonly gone: readonly ListItem[];
}

/** What a list started from, was made of it, and what the manager has now. */
export interface EditedList {
  readonly type: InventoryType;
  readonly base: readonly RecordFields[];
  readonly items: readonly ListItem[];
  readonly current: readonly InventoryRecord[];
}

/**
 * Compares a list as opened, as edited and as it is on the manager now, record by record and field by field. A record
 * without id is created; one that is not in the text any more is deleted.
 */
export function planList({ type, base, items, current }: EditedList): ListPlan {
  const rules = inventoryRules(type);
  const baseById = new Map(base.map(fields => [fields['id'], fields]));
  const currentById = new Map(current.map(record => [record.id, record]));
  const plan = {
    creates: items.flatMap((item, place) =>
      item.id === undefined ? [{ place, fields: creationFields(type, item.fields) }] : [],
    ),
    updates: [] as ListUpdate[],
    deletes: deletesOf({ type, base, items, current }),
    conflicts: [] as { item: ListItem; conflicts: readonly FieldConflict[] }[],
    gone: [] as ListItem[],
  };
  for (const [place, item] of items.entries()) {
    const from = item.id === undefined ? undefined : baseById.get(item.id);
    if (item.id === undefined || !from) continue;
    const record = currentById.get(item.id);
    const now = record ? documentFields(type, record) : from;
    const patch = planPatch({ rules, base: from, edited: item.fields, current: now });
    if (patch.kind === 'nothing') continue;
    if (!record) plan.gone.push(item);
    else if (patch.kind === 'conflict') plan.conflicts.push({ item, conflicts: patch.conflicts });
    else if (patch.kind === 'patch')
      plan.updates.push({ id: item.id, item, place, base: from, current: now, changes: patch.changes });
  }
  return plan;
}

function deletesOf({ type, base, items, current }: EditedList): ListDelete[] {
  const kept = new Set(items.map(({ id }) => id));
  const currentById = new Map(current.map(record => [record.id, record]));
  return base.flatMap(fields => {
    const record = currentById.get(Number(fields['id']));
    if (!record || kept.has(record.id)) return [];
    const isChangedMeanwhile = changedFields(fields, documentFields(type, record)).length > 0;
    return [{ id: record.id, base: fields, current: record, isChangedMeanwhile }];
  });
}

/** How many records a plan touches. */
export const sizeOf = ({ creates, updates, deletes }: ListWrites): number =>
  creates.length + updates.length + deletes.length;

/**
 * The two sides of a plan: the records that it touches, as they are and as they will be.
 * @param along what refers to those that are deleted
 */
export const planSides = (
  type: InventoryType,
  { creates, updates, deletes }: ListWrites,
  along: readonly TypedRecord[] = [],
): PlanSides => ({
  now: printFields([
    ...updates.map(({ current }) => current),
    ...[...deletes.map(({ current }) => ({ type, record: current })), ...along].map(each =>
      documentFields(each.type, each.record),
    ),
  ]),
  planned: printFields([
    ...updates.map(({ current, changes }) => ({ ...current, ...changes })),
    ...creates.map(({ fields }) => fields),
  ]),
  language: 'jsonc',
  counts: joined(
    [countWords({ created: creates, updated: updates, deleted: deletes }), alongWords(along, deletes.length)],
    ', ',
  ),
});

/** What people call a record of a list that may not have been created yet. */
export const itemName = (type: InventoryType, fields: RecordFields, nameOf: NameOf): string =>
  recordTitle(type, { ...fields, id: Number(fields['id'] ?? 0) }, nameOf);

/** Records that are there already with all the values of one that is to be created, in the same spelling best, each taken once. */
export function findListTwins(
  creates: readonly ListCreate[],
  base: readonly RecordFields[],
  known: readonly InventoryRecord[],
): { creation: ListCreate; record: InventoryRecord }[] {
  const taken = new Set(base.map(fields => Number(fields['id'])));
  return creates.flatMap(creation => {
    const isFree = (has: typeof hasFields) =>
      known.find(({ id, ...fields }) => !taken.has(id) && has(fields, creation.fields));
    const record = isFree(hasFields) ?? isFree(hasSpelling);
    if (!record) return [];
    taken.add(record.id);
    return [{ creation, record }];
  });
}

/** Whether a record has all these values, whatever else it has. */
export const hasFields = (record: RecordFields, fields: RecordFields): boolean =>
  changedFields(fields, record).every(field => !Object.hasOwn(fields, field));

/** As {@link hasFields}, however the manager spells them. */
export const hasSpelling = (record: RecordFields, fields: RecordFields): boolean =>
  changedFields(fields, record).every(
    field => !Object.hasOwn(fields, field) || isSameSpelling(fields[field], record[field]),
  );

/** The records that a plan changes or deletes, as they are now. */
export const touchedBy = ({ updates, deletes }: ListWrites): InventoryRecord[] =>
  [...updates, ...deletes].map(({ current }) => current as InventoryRecord);
