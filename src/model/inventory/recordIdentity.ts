import { groupBy, remembered } from 'netsensor-contract/text/collections';
import { folded } from 'netsensor-contract/text/folded';
import { rackUnits } from 'netsensor-contract/inventory/unitList';
import { isPart, type ListAnswer } from 'netsensor-contract/text/listAnswer';
import { textOf } from 'netsensor-contract/text/looseValues';
import {
  isRecordId,
  recordName,
  type InventoryRecord,
  type TypedRecord,
} from 'netsensor-contract/inventory/inventoryRecord';
import { inventoryType, type InventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import { placeRole } from 'netsensor-contract/inventory/references';

/** What one manager has, by type. */
export type ManagerLists = ReadonlyMap<InventoryType, ListAnswer<InventoryRecord>>;

/**
 * Why nobody can tell which record of another manager a record is: one of the two has several of its name in its place
 * (`sameName`), its way from the top is a circle, or leads over what is not there or has no name (`noWay`), the other
 * manager does not have what it stands in (`placeMissing`), or did not list all it has (`notRead`).
 */
export type Untold = 'sameName' | 'noWay' | 'placeMissing' | 'notRead';

/** The same record on the other manager, `missing` when there is none, or why that cannot be told. */
export type Counterpart = InventoryRecord | 'missing' | Untold;

/**
 * Finds the same record of another manager: the one of its name in the same place, from the top down; ids mean nothing
 * there. A name is the same without case, accents and how its letters are composed. Where that leaves several, their
 * spelling decides.
 */
export function counterpartFinder(
  here: ManagerLists,
  there: ManagerLists,
): (type: InventoryType, record: InventoryRecord) => Counterpart {
  const ours = namesakes(here);
  const theirs = namesakes(there);
  const strayNames = namesWithoutWay(there);
  return downTheWay<Counterpart>(here, {
    lost: 'noWay',
    next: ({ type, record }, above) => {
      if (typeof above === 'string') return above === 'missing' ? 'placeMissing' : above;
      const name = foldedName(type, record);
      if (name === undefined) return 'noWay';
      const candidates = theirs(type, name, above?.id);
      const own = ours(type, name, placeId(type, record));
      if (candidates.length > 0) return onlyMatch({ type, record }, own, candidates) ?? 'sameName';
      if (own.length > 1) return 'sameName';
      if (strayNames(type).has(name)) return 'noWay';
      return isPart(there.get(type) ?? nothingRead) ? 'notRead' : 'missing';
    },
  });
}

/** The names on the way to a record and its own, `Madrid / NOC`; a ? stands for what is not there. */
export const wayWords = (lists: ManagerLists): ((type: InventoryType, record: InventoryRecord) => string) =>
  downTheWay<string>(lists, {
    lost: '?',
    next: ({ type, record }, above) =>
      above === undefined ? recordName(type, record) : `${shortWay(above)} / ${recordName(type, record)}`,
  });

const longestWay = 200;

const shortWay = (way: string) => (way.length > longestWay ? `…${way.slice(-longestWay)}` : way);

const nothingRead: ListAnswer<InventoryRecord> = { rows: [], unread: [], total: 'more' };

/** The one candidate, or of several the one that is spelled like the record, which then has to be the only one spelled so. */
function onlyMatch(
  { type, record }: TypedRecord,
  own: readonly InventoryRecord[],
  candidates: readonly InventoryRecord[],
): InventoryRecord | undefined {
  const [candidate] = candidates;
  if (own.length === 1 && candidates.length === 1) return candidate;
  const isSpelledSo = (other: InventoryRecord) => recordName(type, other) === recordName(type, record);
  const [spelled, ...more] = candidates.filter(isSpelledSo);
  return more.length === 0 && own.filter(isSpelledSo).length === 1 ? spelled : undefined;
}

/** What names a record for certain: its name however it is spelled, or its rack units as a set; undefined without one. */
function foldedName(type: InventoryType, record: InventoryRecord): string | undefined {
  const name = textOf(record[inventoryType(type).nameField]);
  if (name === undefined || name.trim() === '') return undefined;
  const units = type === 'rack_reservations' ? rackUnits(name) : undefined;
  return units ? [...new Set(units)].sort((a, b) => a - b).join() : folded(name.trim());
}

/** The id of what a record stands in; undefined at the top. */
function placeId(type: InventoryType, record: InventoryRecord): number | 'unknown' | undefined {
  const value = record[placeRole(type)?.field ?? ''] ?? undefined;
  if (value === undefined || value === 0 || value === '') return undefined;
  return isRecordId(value) ? value : 'unknown';
}

/** Finds the records of a type and a name that stand in one record, or at the top. */
function namesakes(lists: ManagerLists) {
  const keyOf = (name: string | undefined, place: number | string | undefined) =>
    name === undefined ? undefined : `${place ?? ''} ${name}`;
  const byType = remembered((type: InventoryType) =>
    groupBy(lists.get(type)?.rows ?? [], record => keyOf(foldedName(type, record), placeId(type, record))),
  );
  return (type: InventoryType, name: string, place: number | string | undefined) =>
    byType(type).get(keyOf(name, place) ?? '') ?? [];
}

/** The names of records of which nobody can tell where they stand: any of them may be the one that is looked for. */
function namesWithoutWay(lists: ManagerLists) {
  const hasWay = downTheWay<boolean>(lists, {
    lost: false,
    next: ({ type, record }, above) => above !== false && foldedName(type, record) !== undefined,
  });
  return remembered(
    (type: InventoryType) =>
      new Set(
        (lists.get(type)?.rows ?? [])
          .filter(record => !hasWay(type, record))
          .map(record => foldedName(type, record)),
      ),
  );
}

/** Works out something for each record from what it is for the record that it stands in; `lost` where there is no way. */
function downTheWay<T>(
  lists: ManagerLists,
  { lost, next }: { lost: T; next: (placed: TypedRecord, above: T | undefined) => T },
): (type: InventoryType, record: InventoryRecord) => T {
  const known = new Map<InventoryRecord, T>();
  const placeOf = placeFinder(lists);
  return (type, record) => {
    const way = new Map<InventoryRecord, InventoryType>();
    let place: TypedRecord | 'top' | 'lost' = { type, record };
    while (typeof place === 'object' && !known.has(place.record)) {
      if (way.has(place.record)) place = 'lost';
      else {
        way.set(place.record, place.type);
        place = placeOf(place);
      }
    }
    let value = typeof place === 'object' ? known.get(place.record) : place === 'lost' ? lost : undefined;
    for (const [each, of] of [...way].reverse()) {
      value = next({ type: of, record: each }, value);
      known.set(each, value);
    }
    return value as T;
  };
}

/** Finds what a record stands in; `lost` when that is not in the lists. */
function placeFinder(lists: ManagerLists): (placed: TypedRecord) => TypedRecord | 'top' | 'lost' {
  const find = recordFinder(lists);
  return ({ type, record }) => {
    const id = placeId(type, record);
    const place = placeRole(type);
    if (id === undefined || !place) return 'top';
    const found = id === 'unknown' ? undefined : find(place.role.to, id);
    return found ? { type: place.role.to, record: found } : 'lost';
  };
}

/** Finds records by their ids. */
export function recordFinder(
  lists: ManagerLists,
): (type: InventoryType, id: unknown) => InventoryRecord | undefined {
  const byId = remembered(
    (type: InventoryType) =>
      new Map<unknown, InventoryRecord>((lists.get(type)?.rows ?? []).map(record => [record.id, record])),
  );
  return (type, id) => byId(type).get(id);
}
