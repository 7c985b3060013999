import { inventoryType, type InventoryType } from './inventoryTypes.js';
import { recordName, type InventoryRecord } from './inventoryRecord.js';
import { sortedByName } from '../text/nameOrder.js';
import { changedFields } from './recordRules.js';
import { documentFields, type RecordFields } from './recordText.js';
import { referencesOf } from './references.js';

/** The records of one manager: those of a type, and those that they refer to. */
export interface ManagerRecords {
  readonly records: readonly InventoryRecord[];
  readonly referred: ReadonlyMap<InventoryType, readonly InventoryRecord[]>;
}

/** A record that the other manager does not have, or has with other values. */
export interface ListDifference {
  readonly name: string;
  /** The id on the other manager; undefined when it does not have the record. */
  readonly id: number | undefined;
  /** What to send to the other manager, its ids in place of those from here. */
  readonly fields: RecordFields;
  /** Names of records that it refers to and that the other manager does not have; left out of `fields`. */
  readonly missingReferences: readonly string[];
}

/** The records of a type as they can be compared between managers: by name, without ids of the manager's own. */
export function comparableRecords(type: InventoryType, from: ManagerRecords): RecordFields[] {
  return sortedByName(
    from.records.map(record => comparable(type, record, from)),
    fields => keyOf(type, fields),
  );
}

/** What of one manager the other one lacks or has otherwise; records are the same when names and references are. */
export function listDifferences(
  type: InventoryType,
  from: ManagerRecords,
  other: ManagerRecords,
): ListDifference[] {
  const free = new Map<string, InventoryRecord[]>();
  for (const record of other.records) {
    const key = keyOf(type, comparable(type, record, other));
    free.set(key, [...(free.get(key) ?? []), record]);
  }
  return from.records.flatMap(record => {
    const here = comparable(type, record, from);
    const there = free.get(keyOf(type, here))?.shift();
    if (there && changedFields(here, comparable(type, there, other)).length === 0) return [];
    return [{ name: recordName(type, record), id: there?.id, ...remapped(type, record, { from, other }) }];
  });
}

/** A list with the differences put in: the records of the other manager changed, and new ones added. */
export function withDifferences(
  records: readonly RecordFields[],
  differences: readonly ListDifference[],
): RecordFields[] {
  const byId = new Map(differences.map(({ id, fields }) => [id, fields]));
  return [
    ...records.map(fields => ({ ...fields, ...byId.get(Number(fields['id'])) })),
    ...differences.filter(({ id }) => id === undefined).map(({ fields }) => fields),
  ];
}

/** A record with names in place of the ids of published references, and without what the manager keeps itself. */
function comparable(
  type: InventoryType,
  record: InventoryRecord,
  { referred }: ManagerRecords,
): RecordFields {
  const names = Object.fromEntries(
    publishedReferences(type, record).map(({ field, role, id }) => [field, nameOf(referred, role.to, id)]),
  );
  return { ...ownFields(type, record), ...names };
}

/** The fields of the contract that are no secret. */
function ownFields(type: InventoryType, record: InventoryRecord): RecordFields {
  const { fields, secretFields = [] } = inventoryType(type);
  const shown = documentFields(type, record);
  return Object.fromEntries(
    Object.keys(fields)
      .filter(name => !secretFields.includes(name) && shown[name] !== undefined && shown[name] !== null)
      .map(name => [name, shown[name]]),
  );
}

function remapped(
  type: InventoryType,
  record: InventoryRecord,
  { from, other }: { from: ManagerRecords; other: ManagerRecords },
): Pick<ListDifference, 'fields' | 'missingReferences'> {
  const fields: Record<string, unknown> = { ...ownFields(type, record) };
  const missing: string[] = [];
  for (const { field, role, id } of publishedReferences(type, record)) {
    const name = nameOf(from.referred, role.to, id);
    const target = other.referred.get(role.to)?.find(each => recordName(role.to, each) === name);
    if (target) fields[field] = target.id;
    else {
      delete fields[field];
      missing.push(name);
    }
  }
  return { fields, missingReferences: missing };
}

const publishedReferences = (type: InventoryType, record: InventoryRecord) =>
  referencesOf(type, record).filter(({ role }) => role.isPublished);

const nameOf = (referred: ManagerRecords['referred'], type: InventoryType, id: number): string => {
  const record = referred.get(type)?.find(each => each.id === id);
  return record ? recordName(type, record) : `#${id}`;
};

/** Records of different managers are the same when this is: their name, and for units of a rack the rack as well. */
function keyOf(type: InventoryType, fields: RecordFields): string {
  const rack = type === 'rack_reservations' ? fields['rack_id'] : '';
  return JSON.stringify([fields[inventoryType(type).nameField], rack]);
}
