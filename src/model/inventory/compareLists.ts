import * as z from 'zod';
import { inventoryType, type InventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import { isRecordId, recordName, type InventoryRecord } from 'netsensor-contract/inventory/inventoryRecord';
import { fieldsWhere } from 'netsensor-contract/text/collections';
import { sortedByName } from '../text/nameOrder.js';
import { isSameValue } from './recordRules.js';
import { documentFields, type RecordFields } from './recordText.js';
import {
  counterpartFinder,
  recordFinder,
  wayWords,
  type Counterpart,
  type ManagerLists,
  type Untold,
} from './recordIdentity.js';
import { hasLostLetter, withoutLostLetters } from '../text/lostLetters.js';
import { placeRole, publishedRoles } from 'netsensor-contract/inventory/references';

/** A record that the other manager does not have, or has with other values. */
export interface ListDifference {
  readonly name: string;
  /** The names on the way to what it stands in; empty at the top. */
  readonly place: string;
  /** The id on the other manager; undefined when it does not have the record. */
  readonly id: number | undefined;
  /** What to send to the other manager, its ids in place of those from here. `null` empties what it has besides. */
  readonly fields: RecordFields;
}

/** A record of which nobody can tell which one of the other manager it is. */
export interface UntoldRecord {
  readonly name: string;
  readonly place: string;
  readonly why: Untold;
}

/** What of one manager the other one lacks or has otherwise, and what was left alone. */
export interface ListComparison {
  readonly differences: readonly ListDifference[];
  readonly untold: readonly UntoldRecord[];
}

/** A type and all that its records stand in or refer to, whose lists a comparison needs. */
export function comparedTypes(type: InventoryType): readonly InventoryType[] {
  const types = new Set([type]);
  for (const each of types) for (const { role } of publishedRoles(each)) types.add(role.to);
  return [...types];
}

/** The records of a type as they can be compared between managers: by their way, without ids of the manager's own. */
export function comparableRecords(type: InventoryType, lists: ManagerLists): RecordFields[] {
  const references = referenceNames(lists);
  const comparable = (lists.get(type)?.rows ?? []).map(record =>
    inOrder(type, { ...ownFields(type, record), ...references(type, record) }),
  );
  const placeOf = (fields: RecordFields) => String(fields[placeRole(type)?.field ?? ''] ?? '');
  return sortedByName(
    comparable,
    fields => `${placeOf(fields)} / ${String(fields[inventoryType(type).nameField] ?? '')}`,
  );
}

/** What of one manager the other one lacks or has otherwise. Records are the same by their way from the top. */
export function compareLists(type: InventoryType, from: ManagerLists, other: ManagerLists): ListComparison {
  const counterpartOf = counterpartFinder(from, other);
  const translate = referenceTranslator(from, counterpartOf);
  const references = referenceNames(from);
  const differences: ListDifference[] = [];
  const untold: UntoldRecord[] = [];
  for (const record of from.get(type)?.rows ?? []) {
    const place = references(type, record)[placeRole(type)?.field ?? ''] ?? '';
    const names = { name: recordName(type, record), place };
    const counterpart = counterpartOf(type, record);
    const targets = isUntold(counterpart) ? counterpart : translate(type, record);
    if (isUntold(counterpart) || isUntold(targets)) {
      untold.push({ ...names, why: isUntold(counterpart) ? counterpart : (targets as Untold) });
      continue;
    }
    const wanted = inOrder(type, { ...ownFields(type, record), ...targets });
    if (counterpart === 'missing')
      differences.push({ ...names, id: undefined, fields: withoutLostLetters(wanted) });
    else {
      const emptied = emptyFields(record);
      const fields = fieldsToSend(type, { wanted, emptied }, counterpart);
      if (fields) differences.push({ ...names, id: counterpart.id, fields });
    }
  }
  return { differences, untold };
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

const isUntold = (value: Counterpart | RecordFields): value is Untold =>
  typeof value === 'string' && value !== 'missing';

/** Finds the ids on the other manager of what a record refers to; why not, where one of them is not known there. */
function referenceTranslator(from: ManagerLists, counterpartOf: ReturnType<typeof counterpartFinder>) {
  const find = recordFinder(from);
  return (type: InventoryType, record: InventoryRecord): RecordFields | Untold => {
    const ids: Record<string, number> = {};
    for (const { field, role } of publishedRoles(type)) {
      if (!isRecordId(record[field])) continue;
      const target = find(role.to, record[field]);
      const there = target ? counterpartOf(role.to, target) : 'noWay';
      if (typeof there === 'string') return there === 'missing' ? 'placeMissing' : there;
      ids[field] = there.id;
    }
    return ids;
  };
}

/** The fields that a record shows empty. One that its manager does not return may have any value there, and is left alone. */
const emptyFields = (record: InventoryRecord): string[] =>
  Object.keys(fieldsWhere(record, (_, value) => value === null || value === ''));

/**
 * What makes a record of the other manager like one from here; undefined when it is. A name is not spelled anew.
 * @param here what it has here, and the names of what is empty here
 */
function fieldsToSend(
  type: InventoryType,
  here: { readonly wanted: RecordFields; readonly emptied: readonly string[] },
  there: InventoryRecord,
): RecordFields | undefined {
  const { wanted } = here;
  const has = { ...ownFields(type, there), ...idFields(type, there) };
  const { fields } = inventoryType(type);
  const emptied = Object.keys(has).filter(
    field =>
      here.emptied.includes(field) && !Object.hasOwn(wanted, field) && fields[field] instanceof z.ZodOptional,
  );
  const changed = Object.keys(wanted).filter(
    field =>
      field !== inventoryType(type).nameField &&
      !hasLostLetter(wanted[field]) &&
      !isSameValue(composed(wanted[field]), composed(has[field])),
  );
  if (changed.length + emptied.length === 0) return undefined;
  const { [inventoryType(type).nameField]: _name, ...rest } = wanted;
  return { ...withoutLostLetters(rest), ...Object.fromEntries(emptied.map(field => [field, null])) };
}

/** The names of what a record refers to, as its way from the top. */
function referenceNames(lists: ManagerLists) {
  const find = recordFinder(lists);
  const wayOf = wayWords(lists);
  return (type: InventoryType, record: InventoryRecord): Record<string, string> =>
    Object.fromEntries(
      publishedRoles(type).flatMap(({ field, role }) => {
        if (!isRecordId(record[field])) return [];
        const target = find(role.to, record[field]);
        return [[field, target ? wayOf(role.to, target) : `#${record[field]}`]];
      }),
    );
}

const idFields = (type: InventoryType, record: InventoryRecord): RecordFields =>
  Object.fromEntries(
    publishedRoles(type).flatMap(({ field }) => (isRecordId(record[field]) ? [[field, record[field]]] : [])),
  );

/** The fields of the contract that have a value, without references, and without what is secret. */
function ownFields(type: InventoryType, record: InventoryRecord): RecordFields {
  const { fields, secretFields = [] } = inventoryType(type);
  const references = publishedRoles(type).map(({ field }) => field);
  const left = new Set([...secretFields, ...references]);
  const shown = documentFields(type, record);
  return Object.fromEntries(
    Object.keys(fields)
      .filter(name => !left.has(name) && shown[name] !== undefined && shown[name] !== null)
      .map(name => [name, shown[name]]),
  );
}

/** Fields in the order of the contract. */
const inOrder = (type: InventoryType, fields: RecordFields): RecordFields =>
  Object.fromEntries(
    Object.keys(inventoryType(type).fields).flatMap(name =>
      Object.hasOwn(fields, name) ? [[name, fields[name]]] : [],
    ),
  );

/** A value with its letters composed in one way. */
const composed = (value: unknown): unknown =>
  typeof value === 'string' ? value.normalize('NFC') : Array.isArray(value) ? value.map(composed) : value;
