import type { InventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import { rackUnits } from 'netsensor-contract/inventory/unitList';
import { integerOf } from 'netsensor-contract/text/looseValues';
import { columnFields, fieldsOf, typeOfModel } from './models.js';
import type { RecordList } from './recordList.js';
import { isRecordId } from 'netsensor-contract/inventory/inventoryRecord';
import { fieldRole, referencesOf } from 'netsensor-contract/inventory/references';

/** The records of a type as far as they were read. */
export type KnownLists = (type: InventoryType) => RecordList | undefined;

/** Something that does not fit between a record and others. */
export type ReferenceProblem = { readonly field: string } & (
  | { readonly code: 'noRecord'; readonly to: InventoryType; readonly id: number }
  /** The record would stand below itself; the ids from it back to it. */
  | { readonly code: 'ring'; readonly way: readonly number[] }
  | { readonly code: 'hash' }
  /** Names of types or of fields that there are not; `type` is the one whose fields are meant. */
  | { readonly code: 'noModel'; readonly names: readonly string[] }
  | { readonly code: 'noColumn'; readonly names: readonly string[]; readonly type: InventoryType }
  | { readonly code: 'outside'; readonly units: readonly number[]; readonly height: number }
  | { readonly code: 'twice'; readonly units: readonly number[] }
  | { readonly code: 'reserved'; readonly units: readonly number[]; readonly by: readonly number[] }
  /** Reservations that would not fit into the rack any more. */
  | { readonly code: 'tooLow'; readonly highest: number; readonly by: readonly number[] }
);

/** A record as it is edited. */
export interface EditedRecord {
  readonly type: InventoryType;
  /** Undefined for a draft. */
  readonly id: number | undefined;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** What does not fit between a record and the lists that are known; nothing is said about what is not known. */
export function referenceProblems(record: EditedRecord, lists: KnownLists): ReferenceProblem[] {
  return [
    ...colourProblems(record),
    ...nameProblems(record, lists),
    ...pointlessReferences(record, lists),
    ...rackProblems(record, lists),
  ];
}

/** Records that are looked at for fields that the contract does not have. */
const mostLookedAt = 100;

function nameProblems({ type, fields }: EditedRecord, lists: KnownLists): ReferenceProblem[] {
  return Object.entries(fields).flatMap(([field, value]): ReferenceProblem[] => {
    const role = fieldRole(type, field);
    if (role?.kind === 'model') {
      const names = [value].flat().filter(name => typeof name === 'string' && name !== '');
      const unknown = (names as string[]).filter(name => typeOfModel(name) === undefined);
      return unknown.length > 0 ? [{ field, code: 'noModel', names: unknown }] : [];
    }
    const of = role?.kind === 'columns' ? typeOfModel(fields[role.of]) : undefined;
    if (!of) return [];
    const stored = lists(of)?.records.slice(0, mostLookedAt) ?? [];
    const known = new Set([...columnFields(of), ...stored.flatMap(record => Object.keys(record))]);
    const unknown = fieldsOf(value).filter(name => !known.has(name));
    return unknown.length > 0 ? [{ field, code: 'noColumn', names: unknown, type: of }] : [];
  });
}

function colourProblems({ type, fields }: EditedRecord): ReferenceProblem[] {
  return Object.entries(fields).flatMap(([field, value]) => {
    const isColour = fieldRole(type, field)?.kind === 'colour';
    return isColour && typeof value === 'string' && value.startsWith('#') ? [{ field, code: 'hash' }] : [];
  });
}

function pointlessReferences({ type, id, fields }: EditedRecord, lists: KnownLists): ReferenceProblem[] {
  return referencesOf(type, fields).flatMap((use): ReferenceProblem[] => {
    const { field, role } = use;
    const list = lists(role.to);
    if (!list || !role.isPublished) return [];
    if (!list.find(use.id)) return [{ field, code: 'noRecord', to: role.to, id: use.id }];
    const way = role.isParent && id !== undefined ? list.ringThrough(id, use.id) : undefined;
    return way ? [{ field, code: 'ring', way }] : [];
  });
}

function rackProblems(record: EditedRecord, lists: KnownLists): ReferenceProblem[] {
  if (record.type === 'rack_reservations') return reservationProblems(record, lists);
  return record.type === 'racks' ? heightProblems(record, lists) : [];
}

/** Units outside the rack, named twice, or reserved by somebody else (field notes §4, rack_reservation.units). */
function reservationProblems({ id, fields }: EditedRecord, lists: KnownLists): ReferenceProblem[] {
  const field = 'units';
  const rackId = fields['rack_id'];
  const units = rackUnits(fields[field]);
  if (!units || !isRecordId(rackId)) return [];
  const problems: ReferenceProblem[] = [];
  const twice = [...new Set(units.filter((unit, index) => units.indexOf(unit) !== index))];
  if (twice.length > 0) problems.push({ field, code: 'twice', units: twice });
  const height = integerOf(lists('racks')?.find(rackId)?.['u_height']);
  const outside = height === undefined ? [] : units.filter(unit => unit < 1 || unit > height);
  if (height !== undefined && outside.length > 0)
    problems.push({ field, code: 'outside', units: outside, height });
  const others = reservationsOf(rackId, lists).filter(other => other.id !== id);
  const taken = units.filter(unit => others.some(other => other.units.includes(unit)));
  if (taken.length > 0) {
    const by = others.filter(other => other.units.some(unit => taken.includes(unit)));
    problems.push({ field, code: 'reserved', units: [...new Set(taken)], by: by.map(other => other.id) });
  }
  return problems;
}

/** Reservations above the top of a rack. */
function heightProblems({ id, fields }: EditedRecord, lists: KnownLists): ReferenceProblem[] {
  const field = 'u_height';
  const height = fields[field];
  if (typeof height !== 'number' || id === undefined) return [];
  const above = reservationsOf(id, lists).filter(({ units }) => units.some(unit => unit > height));
  if (above.length === 0) return [];
  const highest = Math.max(...above.flatMap(({ units }) => units));
  return [{ field, code: 'tooLow', highest, by: above.map(({ id: by }) => by) }];
}

function reservationsOf(
  rackId: number,
  lists: KnownLists,
): { readonly id: number; readonly units: readonly number[] }[] {
  return (lists('rack_reservations')?.having('rack_id', rackId) ?? []).map(({ id, units }) => ({
    id,
    units: rackUnits(units) ?? [],
  }));
}
