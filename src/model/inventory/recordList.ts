import { fieldsWhere, groupBy } from 'netsensor-contract/text/collections';
import { inventoryType, type InventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import {
  readOnlyFields,
  recordName,
  type InventoryRecord,
} from 'netsensor-contract/inventory/inventoryRecord';
import { type ListRemainder } from 'netsensor-contract/text/listAnswer';
import { integerOf } from 'netsensor-contract/text/looseValues';
import { folded } from 'netsensor-contract/text/folded';
import { nameKey, sortedByName } from '../text/nameOrder.js';
import { parentField } from 'netsensor-contract/inventory/references';

/** In which order records are shown: by name, by number, or as the manager lists them. */
export type RecordOrder = 'name' | 'number' | 'manager';

/** All records of one type as they were read, without their secrets. It never changes; `with` and `without` make another. */
export class RecordList {
  readonly records: readonly InventoryRecord[];
  private readonly byId: ReadonlyMap<number, InventoryRecord>;
  private tree: ReadonlyMap<number, readonly InventoryRecord[]> | undefined;
  private rings: ReadonlySet<number> | undefined;
  private readonly holders = new Map<string, ReadonlyMap<number | undefined, readonly InventoryRecord[]>>();

  /** Milliseconds, when the manager was asked. */
  readonly readAt: number;
  /** What the manager has besides these records; nothing where it sent them all. */
  readonly remainder: ListRemainder;

  constructor(
    readonly type: InventoryType,
    records: readonly InventoryRecord[],
    { readAt, remainder = { unread: [] } }: { readAt: number; remainder?: ListRemainder },
  ) {
    this.readAt = readAt;
    this.remainder = remainder;
    this.records = records.map(record => withoutSecrets(type, record));
    this.byId = new Map(this.records.map(record => [record.id, record]));
  }

  get size(): number {
    return this.records.length;
  }

  find(id: number): InventoryRecord | undefined {
    return this.byId.get(id);
  }

  /** What people call a record; undefined when the list does not have it. */
  name(id: number): string | undefined {
    const record = this.find(id);
    return record && recordName(this.type, record);
  }

  /** The records with a number in a field. */
  having(field: string, value: number): readonly InventoryRecord[] {
    const known = this.holders.get(field) ?? groupBy(this.records, record => integerOf(record[field]));
    this.holders.set(field, known);
    return known.get(value) ?? [];
  }

  /** The list after a record was stored: in its old place, a new one at the end. */
  with(record: InventoryRecord): RecordList {
    const records = this.byId.has(record.id)
      ? this.records.map(old => (old.id === record.id ? record : old))
      : [...this.records, record];
    return new RecordList(this.type, records, this);
  }

  /** The list after a record was deleted. */
  without(id: number): RecordList {
    return new RecordList(
      this.type,
      this.records.filter(record => record.id !== id),
      this,
    );
  }

  /**
   * The records right below one, of the top without one, in the order of the manager. What has no parent in the list,
   * or stands below itself, is at the top, so that nothing is hidden.
   */
  children(id = 0): readonly InventoryRecord[] {
    this.tree ??= groupBy(this.records, record => this.parent(record.id));
    return this.tree.get(id) ?? [];
  }

  /** The id of the record that another is shown below, 0 at the top. */
  parent(id: number): number {
    const parent = this.parentOf(id);
    return parent === undefined || !this.byId.has(parent) || this.isInRing(id) ? 0 : parent;
  }

  /** Whether a record stands below itself. */
  isInRing(id: number): boolean {
    this.rings ??= ringMembers(this.records, record => this.parentOf(record));
    return this.rings.has(id);
  }

  /**
   * The way that leads from a record back to it, were another record its parent: `[2, 5, 2]`. Undefined when it leads
   * to the top.
   */
  ringThrough(id: number, parent: number): readonly number[] | undefined {
    const way = [id];
    for (let at: number | undefined = parent; at !== undefined; at = this.parentOf(at)) {
      way.push(at);
      if (at === id) return way;
      if (way.indexOf(at) !== way.length - 1) return undefined;
    }
    return undefined;
  }

  private parentOf(id: number): number | undefined {
    const field = parentField(this.type);
    return field === undefined ? undefined : integerOf(this.find(id)?.[field]);
  }
}

/**
 * Records in an order; equal ones keep that of the manager.
 * @param nameOf what they are called
 */
export function sortedRecords(
  type: InventoryType,
  records: readonly InventoryRecord[],
  order: RecordOrder,
  nameOf: (record: InventoryRecord) => string = record => recordName(type, record),
): readonly InventoryRecord[] {
  switch (order) {
    case 'name':
      return sortedByName(records, nameOf);
    case 'number':
      return [...records].sort((a, b) => a.id - b.id);
    case 'manager':
      return records;
  }
}

/**
 * The ids of the records that hold every word of a filter in one of their fields, or are the number that it is.
 * @param saidOf what else is looked through of a record: what people read in its place
 */
export function matchingRecords(
  list: RecordList,
  filter: string,
  saidOf: (record: InventoryRecord) => readonly string[] = () => [],
): ReadonlySet<number> {
  const words = filter.split(/\s+/).filter(Boolean).map(searchKey);
  const holdsAll = (record: InventoryRecord) => {
    const fields = Object.entries(record).map(([field, value]) =>
      readOnlyFields.includes(field) ? '' : searchText(value),
    );
    const text = [...fields, ...saidOf(record).map(searchKey)].join('\n');
    return words.every(word => text.includes(word) || word.replace(/^#/, '') === String(record.id));
  };
  return new Set(list.records.filter(holdsAll).map(({ id }) => id));
}

const longestSearched = 1000;
const searchKey = (text: string) => folded(text.slice(0, longestSearched));
const searchText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? searchKey(String(value)) : '';

/** At most `limit` records whose name or number holds a text, best first: same number, start of the name, anywhere. */
export function findRecords(list: RecordList, text: string, limit: number): InventoryRecord[] {
  const wanted = searchKey(text.trim());
  const ranked = list.records.flatMap(record => {
    const name = searchKey(recordName(list.type, record));
    if (String(record.id) === wanted) return [{ record, rank: 0 }];
    if (name.startsWith(wanted)) return [{ record, rank: 1 }];
    return name.includes(wanted) || String(record.id).startsWith(wanted) ? [{ record, rank: 2 }] : [];
  });
  const key = new Map(ranked.map(({ record }) => [record, nameKey(recordName(list.type, record))]));
  const byName = (a: InventoryRecord, b: InventoryRecord) =>
    (key.get(a) ?? '') < (key.get(b) ?? '') ? -1 : 1;
  return ranked
    .sort((a, b) => a.rank - b.rank || byName(a.record, b.record))
    .slice(0, limit)
    .map(({ record }) => record);
}

function withoutSecrets(type: InventoryType, record: InventoryRecord): InventoryRecord {
  const { secretFields = [] } = inventoryType(type);
  if (secretFields.length === 0) return record;
  return fieldsWhere(record, field => !secretFields.includes(field)) as InventoryRecord;
}

/** The records whose chain of parents leads back to themselves. */
function ringMembers(
  records: readonly InventoryRecord[],
  parentOf: (id: number) => number | undefined,
): ReadonlySet<number> {
  const rings = new Set<number>();
  const done = new Set<number>();
  for (const { id: start } of records) {
    const way: number[] = [];
    let at: number | undefined = start;
    while (at !== undefined && !done.has(at)) {
      done.add(at);
      way.push(at);
      at = parentOf(at);
    }
    const entry = at === undefined ? -1 : way.indexOf(at);
    if (entry >= 0) way.slice(entry).forEach(id => rings.add(id));
  }
  return rings;
}
