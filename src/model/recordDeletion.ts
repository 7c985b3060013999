import { inventoryType, inventoryTypeNames, type InventoryType } from './inventory/inventoryTypes.js';
import { recordName, type InventoryRecord } from './inventory/inventoryRecord.js';
import { isPart, isRecord, type ListAnswer } from './listAnswer.js';
import { integerOf } from './looseValues.js';
import type { RecordTarget } from './recordTarget.js';
import { fieldRole, referencesOf } from './inventory/references.js';

/** A record and its type. */
export interface TypedRecord {
  readonly type: InventoryType;
  readonly record: InventoryRecord;
}

/** The records of some types as the manager has them now. */
export type RecordLists = ReadonlyMap<InventoryType, ListAnswer<InventoryRecord>>;

/** What deleting some records does. */
export interface RecordDeletion {
  readonly chosen: readonly TypedRecord[];
  /** Records that refer to them: a manager deletes them too, or refuses; the contract does not say which. */
  readonly dependents: readonly TypedRecord[];
  /** Chosen records that the manager does not have any more. */
  readonly missing: readonly RecordTarget[];
  /** Lists of which something is not known: what it refers to neither. */
  readonly parts: readonly (readonly [InventoryType, ListAnswer<InventoryRecord>])[];
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
export function planRecordDeletion(lists: RecordLists, targets: readonly RecordTarget[]): RecordDeletion {
  const find = ({ type, recordId }: RecordTarget) => lists.get(type)?.rows.find(({ id }) => id === recordId);
  const chosen = targets.flatMap(target => {
    const record = find(target);
    return record ? [{ type: target.type, record }] : [];
  });
  const goes = new Set(chosen.map(keyOf));
  const all = [...lists].flatMap(([type, { rows }]) => rows.map(record => ({ type, record })));
  const dependents: TypedRecord[] = [];
  for (let found = 1; found > 0;) {
    const next = all.filter(one => !goes.has(keyOf(one)) && referredKeys(one).some(key => goes.has(key)));
    for (const one of next) goes.add(keyOf(one));
    dependents.push(...next);
    found = next.length;
  }
  return {
    chosen,
    dependents,
    missing: targets.filter(target => !find(target)),
    parts: [...lists].filter(([, list]) => isPart(list)),
  };
}

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
  const groups: TypedRecord[][] = [];
  let left = [...records];
  while (left.length > 0) {
    const waiting = new Set(left.map(keyOf));
    const ready = left.filter(one => referredKeys(one).every(key => !waiting.has(key)));
    const group = ready.length > 0 ? ready : left;
    groups.push(group);
    left = left.filter(one => !group.includes(one));
  }
  return groups;
}

/** What tells a record from all others of a manager. */
export const keyOf = ({ type, record }: TypedRecord): string => `${type}/${record.id}`;

/** What people call a record, with its type. */
export const shownRecord = ({ type, record }: TypedRecord): string =>
  `${inventoryType(type).singular} ${recordName(type, record)}`;

const referredKeys = ({ type, record }: TypedRecord): string[] =>
  referencesOf(type, record).map(({ role, id }) => `${role.to}/${id}`);
