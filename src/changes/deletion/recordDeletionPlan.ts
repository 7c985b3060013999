import {
  inventoryType,
  inventoryTypeNames,
  type InventoryType,
} from 'netsensor-contract/inventory/inventoryTypes';
import {
  recordName,
  type InventoryRecord,
  type RecordTarget,
  type TypedRecord,
} from 'netsensor-contract/inventory/inventoryRecord';
import { addTo, firstOfEach } from 'netsensor-contract/text/collections';
import { type ListAnswer } from 'netsensor-contract/text/listAnswer';
import { integerOf, isRecord } from 'netsensor-contract/text/looseValues';
import type { Inert } from '../../words/inert.js';
import { wordOf } from '../../words/names.js';
import { recordTitle, type NameOf } from '../../words/recordDetail.js';
import { partWords } from '../../words/partWords.js';
import { fieldRole, referencesOf } from 'netsensor-contract/inventory/references';

/** The records of some types as the manager has them now. */
export type RecordLists = ReadonlyMap<InventoryType, ListAnswer<InventoryRecord>>;

/** A record as a command names it. */
export type ShownRecordRef = Pick<RecordTarget, 'type' | 'recordId' | 'name'>;

/** A record as a command would name it. */
export const refOf = ({ type, record }: TypedRecord): ShownRecordRef => ({
  type,
  recordId: record.id,
  name: recordName(type, record),
});

/** What deleting some records does. */
export interface RecordDeletionPlan {
  readonly chosen: readonly TypedRecord[];
  /** Records that refer to them: a manager deletes them too, or refuses; the contract does not say which. */
  readonly dependents: readonly TypedRecord[];
  /** Names of chosen records that the manager does not have any more. */
  readonly missing: readonly string[];
  /** What is not known of lists, and what it refers to neither, as sentences. */
  readonly parts: readonly Inert[];
}

/** The types whose lists tell what deleting records of these types does. */
export function typesToRead(types: readonly InventoryType[]): InventoryType[] {
  const refers = (from: InventoryType) =>
    Object.keys(inventoryType(from).fields).some(field => {
      const role = fieldRole(from, field);
      return role?.kind === 'reference' && types.includes(role.to);
    });
  return inventoryTypeNames.filter(type => types.includes(type) || refers(type));
}

/** What deleting the chosen records does. */
export function planRecordDeletion(lists: RecordLists, given: readonly ShownRecordRef[]): RecordDeletionPlan {
  const targets = firstOfEach(given, ({ type, recordId }) => `${type}/${recordId}`);
  const find = ({ type, recordId }: ShownRecordRef) =>
    lists.get(type)?.rows.find(({ id }) => id === recordId);
  const chosen = targets.flatMap(target => {
    const record = find(target);
    return record ? [{ type: target.type, record }] : [];
  });
  const goes = new Set(chosen.map(keyOf));
  const users = usersByKey([...lists].flatMap(([type, { rows }]) => rows.map(record => ({ type, record }))));
  const dependents: TypedRecord[] = [];
  // What refers to what was found is found after it; the keys are walked while they are added.
  for (const key of goes) {
    for (const one of users.get(key) ?? []) {
      if (goes.has(keyOf(one))) continue;
      goes.add(keyOf(one));
      dependents.push(one);
    }
  }
  return {
    chosen,
    dependents,
    missing: targets.filter(target => !find(target)).map(({ name }) => name),
    parts: partsOf(lists),
  };
}

/** What is not known of some lists, as sentences. */
export const partsOf = (lists: RecordLists): Inert[] =>
  [...lists].flatMap(([type, list]) => partWords(list, wordOf(type)) || []);

/** The first of some records whose number another record of its type has too: a call may reach either. */
export const recordOfSharedId = (
  lists: RecordLists,
  records: readonly TypedRecord[],
): TypedRecord | undefined =>
  records.find(({ type, record }) =>
    lists.get(type)?.unread.some(({ raw }) => isRecord(raw) && integerOf(raw.id) === record.id),
  );

/**
 * Records in groups of which each refers only to those of groups before it, so that they can be created in this order
 * and deleted in the other. Records that refer to each other in a ring are the last group.
 */
export function inOrderOfReference(records: readonly TypedRecord[]): TypedRecord[][] {
  const keys = new Set(records.map(keyOf));
  const users = usersByKey(records);
  const waitsFor = new Map(
    records.map(one => [one, referredKeys(one).filter(key => keys.has(key)).length] as const),
  );
  const groups: TypedRecord[][] = [];
  for (let group = records.filter(one => waitsFor.get(one) === 0); group.length > 0;) {
    groups.push(group);
    for (const one of group) waitsFor.delete(one);
    const next: TypedRecord[] = [];
    for (const user of group.flatMap(one => users.get(keyOf(one)) ?? [])) {
      const others = (waitsFor.get(user) ?? 0) - 1;
      waitsFor.set(user, others);
      if (others === 0) next.push(user);
    }
    group = next;
  }
  const ring = [...waitsFor.keys()];
  return ring.length > 0 ? [...groups, ring] : groups;
}

/** What refers to a record, by its key; what does so twice stands there twice. */
function usersByKey(records: readonly TypedRecord[]): ReadonlyMap<string, readonly TypedRecord[]> {
  const users = new Map<string, TypedRecord[]>();
  for (const one of records) for (const key of referredKeys(one)) addTo(users, key, one);
  return users;
}

/** What tells a record from all others of a manager. */
export const keyOf = ({ type, record }: TypedRecord): string => `${type}/${record.id}`;

/**
 * What people call a record, with its type: `Rack reservation LIS rack 2 U1–3`.
 * @param nameOf of its rack, as far as that is known
 */
export const shownRecord = ({ type, record }: TypedRecord, nameOf: NameOf): string =>
  `${inventoryType(type).singular} ${recordTitle(type, record, nameOf)}`;

const referredKeys = ({ type, record }: TypedRecord): string[] =>
  referencesOf(type, record).map(({ role, id }) => `${role.to}/${id}`);
