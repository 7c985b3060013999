import { groupBy } from 'netsensor-contract/text/collections';
import { textOf } from 'netsensor-contract/text/looseValues';
import { isRecordId, type InventoryRecord } from 'netsensor-contract/inventory/inventoryRecord';
import { isInventoryType, type InventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import { fieldRole, parentField } from 'netsensor-contract/inventory/references';
import { rackUnits } from 'netsensor-contract/inventory/unitList';
import type { RecordFields } from '../inventory/recordText.js';

/** The fields that tell the records of a type apart to people; a reference stands for the key of what it leads to. */
const keyFields: Readonly<Record<InventoryType, readonly string[]>> = {
  racks: ['name'],
  rack_roles: ['name'],
  rack_types: ['model'],
  rack_reservations: ['rack_id', 'units'],
  contacts: ['name', 'email'],
  contact_groups: ['parent_id', 'name'],
  contact_roles: ['name'],
  power_panels: ['name'],
  power_feeds: ['power_panel_id', 'name'],
  tags: ['name'],
  table_configs: ['inventory_type', 'name'],
  account_keys: ['name', 'username'],
  wireless_lans: ['wireless_lan_group_id', 'ssid'],
  wireless_lan_groups: ['parent_id', 'name'],
};

/** Types in an order in which what a key stands in comes before it. */
const keyOrder = (Object.keys(keyFields) as InventoryType[]).sort(
  (one, other) => Number(isPlaced(one)) - Number(isPlaced(other)),
);

function isPlaced(type: InventoryType): boolean {
  const [first = ''] = keyFields[type];
  const role = fieldRole(type, first);
  return role?.kind === 'reference' && role.to !== type;
}

/** A reference as it stands in a file: `@racks/Core A`, or `@racks/#12` to what no key tells apart, or that is not there. */
export interface KeyReference {
  readonly type: InventoryType;
  readonly key: string;
}

export const printReference = ({ type, key }: KeyReference): string => `@${type}/${key}`;

/** The number in a reference to what no key tells apart; it means something on the manager alone that it was read from. */
export const numberIn = ({ key }: KeyReference): number | undefined =>
  /^#\d{1,16}$/.test(key) ? Number(key.slice(1)) : undefined;

/** The reference in a text; undefined for any other value. */
export function parseReference(value: unknown): KeyReference | undefined {
  const [, type = '', key = ''] =
    (typeof value === 'string' && value.startsWith('@') && /^@(\w+)\/(.+)$/su.exec(value)) || [];
  return isInventoryType(type) ? { type, key } : undefined;
}

/**
 * What tells a record apart from the others of its type, without its number: `Core A`, `Panel 1/Feed A` of a feed,
 * `Europe/Madrid` of a group in a group, `#12/Feed A` where nothing but a number tells what it stands in.
 * @param fields as its file has them
 * @returns undefined for a record without a name
 */
export function recordKey(type: InventoryType, fields: RecordFields): string | undefined {
  const names = keyFields[type];
  const own = textOf(fields[names.at(-1) ?? '']) ?? '';
  if (own === '' && type !== 'contacts' && type !== 'account_keys') return undefined;
  if (names.length === 1) return withoutNumberSign(own.replaceAll('~', '~0'));
  const parts = names.flatMap(field => partOf(type, field, fields[field] ?? undefined) ?? []);
  return parts.join('') === '' ? undefined : parts.join('/');
}

function partOf(type: InventoryType, field: string, value: unknown): string | undefined {
  const role = fieldRole(type, field);
  if (role?.kind !== 'reference') return escaped(field === 'units' ? unitsOf(value) : (textOf(value) ?? ''));
  const above = parseReference(value);
  if (!above) return value === undefined ? undefined : `#${textOf(value) ?? ''}`;
  return keyFields[above.type].length === 1 ? above.key.replaceAll('/', '~1') : above.key;
}

/** What stands between the parts of a key may stand in a part, too (as RFC 6901, section 3). */
const escaped = (part: string): string => withoutNumberSign(part.replaceAll('~', '~0').replaceAll('/', '~1'));

/** A number sign in front of a part is that of a record's own number. */
const withoutNumberSign = (part: string): string => part.replace(/^#/, '~2');

/** Units of a rack in one order, however they were written. */
function unitsOf(value: unknown): string {
  const units = rackUnits(value);
  return units ? [...units].sort((one, other) => one - other).join() : (textOf(value) ?? '');
}

/** What a manager has, with the key of each record. */
export interface KeyedRecords {
  readonly lists: ReadonlyMap<InventoryType, readonly InventoryRecord[]>;
  /** The key of a record that no other one has; undefined for twins, for what has no key, and for what was not read. */
  readonly keyOf: (type: InventoryType, id: number) => string | undefined;
  /** The records of a key: more than one are twins, which nothing but their numbers tells apart. */
  readonly byKey: (type: InventoryType, key: string) => readonly InventoryRecord[];
}

/** Gives the records of a manager their keys. @param lists only whole ones: a part would hide twins */
export function keyedRecords(lists: KeyedRecords['lists']): KeyedRecords {
  const keys = new Map<InventoryType, Map<number, string>>();
  const records = new Map<InventoryType, Map<string, InventoryRecord[]>>();
  const keyOf = (type: InventoryType, id: number) => keys.get(type)?.get(id);
  for (const type of keyOrder) {
    const keysOfType = new Map<number, string>();
    const byKey = new Map<string, InventoryRecord[]>();
    keys.set(type, keysOfType);
    records.set(type, byKey);
    for (const level of levelsOf(type, lists.get(type) ?? [])) {
      const same = groupBy(level, record => recordKey(type, withReferences(type, record, keyOf)));
      for (const [key, found] of same) {
        byKey.set(key, [...(byKey.get(key) ?? []), ...found]);
        const [record, twin] = byKey.get(key) ?? [];
        if (record && !twin) keysOfType.set(record.id, key);
      }
    }
  }
  return { lists, keyOf, byKey: (type, key) => records.get(type)?.get(key) ?? [] };
}

/** A record with references in place of the numbers of others. */
export function withReferences(
  type: InventoryType,
  record: RecordFields,
  keyOf: KeyedRecords['keyOf'],
): RecordFields {
  const written = (field: string, value: unknown): unknown => {
    if (!isRecordId(value)) return value;
    const role = fieldRole(type, field);
    if (role?.kind !== 'reference') return value;
    return printReference({ type: role.to, key: keyOf(role.to, value) ?? `#${value}` });
  };
  return Object.fromEntries(Object.entries(record).map(([field, value]) => [field, written(field, value)]));
}

/** The records of a type from the top down; those of a circle are in none. */
function levelsOf(type: InventoryType, records: readonly InventoryRecord[]): InventoryRecord[][] {
  const parent = parentField(type);
  if (parent === undefined) return [[...records]];
  const ids = new Set<unknown>(records.map(({ id }) => id));
  const below = groupBy(records, record => (ids.has(record[parent]) ? Number(record[parent]) : undefined));
  const levels: InventoryRecord[][] = [];
  let level = records.filter(record => !ids.has(record[parent]));
  while (level.length > 0) {
    levels.push(level);
    level = level.flatMap(({ id }) => below.get(id) ?? []);
  }
  return levels;
}
