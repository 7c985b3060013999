import {
  inventoryType,
  inventoryTypeNames,
  type InventoryType,
} from 'netsensor-contract/inventory/inventoryTypes';
import { fieldRole } from 'netsensor-contract/inventory/references';
import { uniqueFields } from 'netsensor-contract/inventory/uniqueFields';
import type { SqlSession } from '../store/database.js';
import { refuseFields } from '../http/errors.js';
import type { Fields } from '../http/requestFields.js';

/** A field that holds the id of another record. */
export interface Reference {
  readonly field: string;
  readonly to: InventoryType;
  /** What happens to this record when the other one is deleted. */
  readonly onDelete: 'cascade' | 'restrict';
}

/** Limits of text, in characters; they follow NetBox (field notes §4). */
const maxLength: Readonly<Record<string, number>> = { name: 100, model: 100, phone: 50 };

/** Values of fields that are left out on create (contract 000, Resources and fields). */
export const fieldDefaults: Readonly<Partial<Record<InventoryType, Readonly<Record<string, unknown>>>>> = {
  table_configs: { enabled: true, shared: false },
};

/** The references that records of a type hold. */
export const referencesIn = (type: InventoryType): Reference[] =>
  Object.keys(inventoryType(type).fields).flatMap(field => {
    const role = fieldRole(type, field);
    const onDelete = type === 'rack_reservations' ? 'cascade' : 'restrict';
    return role?.kind === 'reference' ? [{ field, to: role.to, onDelete }] : [];
  });

/** Highest id of the lookup list that a field points into, where it is known (field notes §4, Lookup values). */
export function highestLookup(type: InventoryType, field: string): number {
  const role = fieldRole(type, field);
  return (role?.kind === 'lookup' && role.likely.length) || Infinity;
}

/** The references that other types hold to records of this one. */
export const referencesTo = (type: InventoryType): { from: InventoryType; reference: Reference }[] =>
  inventoryTypeNames.flatMap(from =>
    referencesIn(from)
      .filter(({ to }) => to === type)
      .map(reference => ({ from, reference })),
  );

/** A record about to be written; without an id it is a new one. */
interface Candidate {
  readonly type: InventoryType;
  readonly id: number | undefined;
  readonly fields: Fields;
}

/**
 * Checks a whole record against the rules of its type and the other records.
 * @throws HttpProblem 422 that names each wrong field
 */
export async function validateRecord(session: SqlSession, candidate: Candidate): Promise<void> {
  const errors: Record<string, string[]> = {};
  const report: Report = (field, message) => (errors[field] ??= []).push(message);
  const { type, fields } = candidate;
  checkLengthsAndLookups(candidate, report);
  inventoryChecks[type]?.(fields, report);
  await checkReferences(session, candidate, report);
  await checkUnique(session, candidate, report);
  if (type === 'rack_reservations') await checkRackUnits(session, candidate, report);
  if (type === 'racks') await checkRackHeight(session, candidate, report);
  refuseFields(errors);
}

function checkLengthsAndLookups({ type, fields }: Candidate, report: Report): void {
  for (const [field, value] of Object.entries(fields)) {
    const most = maxLength[field] ?? Infinity;
    if (typeof value === 'string' && value.length > most) {
      report(field, `is too long (maximum is ${most} characters)`);
    }
    if (Number(value ?? 1) > highestLookup(type, field)) report(field, 'must exist');
  }
}

async function checkReferences(session: SqlSession, candidate: Candidate, report: Report): Promise<void> {
  for (const { field, to } of referencesIn(candidate.type)) {
    const target = candidate.fields[field];
    if (typeof target !== 'number') continue;
    const other = await fieldsOf(session, to, target);
    if (!other) report(field, 'must exist');
    else if (to === candidate.type && (await isBelow(session, candidate, target))) {
      report(field, 'cannot be the record itself or one below it');
    }
  }
}

/**
 * Whether the parent `start` of a record is the record itself or lies below it. Records of a file may go round in a ring above it,
 * which each of them is refused for.
 */
async function isBelow(session: SqlSession, candidate: Candidate, start: number): Promise<boolean> {
  const above = new Set<number>();
  let current: unknown = start;
  while (typeof current === 'number' && !above.has(current)) {
    if (current === candidate.id) return true;
    above.add(current);
    current = (await fieldsOf(session, candidate.type, current))?.['parent_id'];
  }
  return false;
}

async function checkUnique(session: SqlSession, candidate: Candidate, report: Report): Promise<void> {
  const unique = uniqueFields[candidate.type];
  const last = unique?.at(-1);
  if (!unique || !last) return;
  const same = unique.map(
    (_field, index) => `json_extract(fields, $${2 * index + 3}) = $${2 * index + 4}::JSON`,
  );
  const values = unique.flatMap(field => [`$.${field}`, JSON.stringify(candidate.fields[field])]);
  const sql = `SELECT id FROM inventory_records WHERE type = $1 AND id <> $2 AND ${same.join(' AND ')}`;
  const others = await session.rows(sql, [candidate.type, candidate.id ?? 0, ...values]);
  if (others.length > 0) report(last, 'has already been taken');
}

async function checkRackUnits(session: SqlSession, candidate: Candidate, report: Report): Promise<void> {
  const rack = await fieldsOf(session, 'racks', Number(candidate.fields['rack_id']));
  if (!rack) return;
  const taken = await reservedUnits(session, Number(candidate.fields['rack_id']), candidate.id);
  const problem = rackUnitProblem(rackUnits(candidate.fields['units']), Number(rack['u_height']), taken);
  if (problem) report('units', problem);
}

/** A rack that is made lower keeps its reserved units, since every reserved unit must exist in its rack (field notes §4). */
async function checkRackHeight(
  session: SqlSession,
  { id, fields }: Candidate,
  report: Report,
): Promise<void> {
  const stored = id !== undefined && (await fieldsOf(session, 'racks', id));
  if (!stored || Number(fields['u_height']) >= Number(stored['u_height'])) return;
  const highest = Math.max(0, ...(await reservedUnits(session, id, undefined)));
  if (Number(fields['u_height']) < highest) {
    report('u_height', `must be at least ${highest}, because unit ${highest} is reserved`);
  }
}

/** The units of a rack that are reserved, apart from those of one reservation. */
async function reservedUnits(
  session: SqlSession,
  rackId: number,
  except: number | undefined,
): Promise<number[]> {
  const sql = `SELECT json_extract_string(fields, '$.units') AS units FROM inventory_records
    WHERE type = 'rack_reservations' AND id <> $1 AND json_extract(fields, '$.rack_id')::INTEGER = $2`;
  const others = await session.rows<{ units: string }>(sql, [except ?? 0, rackId]);
  return others.flatMap(other => rackUnits(other.units));
}

async function fieldsOf(session: SqlSession, type: InventoryType, id: number): Promise<Fields | undefined> {
  const sql = 'SELECT fields FROM inventory_records WHERE type = $1 AND id = $2';
  const [row] = await session.rows<{ fields: string }>(sql, [type, id]);
  return row && (JSON.parse(row.fields) as Fields);
}

/** Reports that a field is wrong, in Rails' words. */
type Report = (field: string, message: string) => void;

const rackWidths = [10, 19, 21, 23];
const mostRackUnits = 100;

/** Rules between the fields of one record (field notes §4); those that need other records stand in `validateRecord`. */
const inventoryChecks: Readonly<Partial<Record<InventoryType, (fields: Fields, report: Report) => void>>> = {
  racks: checkRackSize,
  rack_types: checkRackSize,
  contacts: (fields, report) => {
    const { email } = fields;
    if (typeof email === 'string' && email !== '' && !/^[^@\s]+@[^@\s]+$/.test(email)) {
      report('email', 'is invalid');
    }
  },
  power_feeds: (fields, report) => {
    const directCurrent = 2;
    const { voltage, amperage } = fields;
    if (voltage === 0) report('voltage', 'must be other than 0');
    if (typeof voltage === 'number' && voltage < 0 && fields['power_feed_supply_id'] !== directCurrent) {
      report('voltage', 'can be negative only for a DC supply');
    }
    if (typeof amperage === 'number' && amperage < 1) {
      report('amperage', 'must be greater than or equal to 1');
    }
  },
  wireless_lans: (fields, report) => {
    if (Buffer.byteLength(String(fields['ssid'])) > 32) {
      report('ssid', 'is too long (maximum is 32 bytes)');
    }
  },
};

function checkRackSize(fields: Fields, report: Report): void {
  if (Number(fields['u_height']) > mostRackUnits) {
    report('u_height', `must be less than or equal to ${mostRackUnits}`);
  }
  if (!rackWidths.includes(Number(fields['width']))) {
    report('width', `must be one of ${rackWidths.join(', ')}`);
  }
}

/** The rack unit numbers of a reservation, `1,2,3`. */
const rackUnits = (units: unknown): number[] => String(units).split(',').map(Number);

/** What is wrong with the units of a reservation in a rack of `height` units of which `taken` are reserved. */
function rackUnitProblem(units: readonly number[], height: number, taken: readonly number[]) {
  const outside = units.filter(unit => unit < 1 || unit > height);
  if (outside.length > 0) return `Invalid unit(s) for ${height}U rack: ${outside.join(', ')}`;
  const reserved = units.filter(unit => taken.includes(unit));
  if (reserved.length > 0) return `The following units have already been reserved: ${reserved.join(', ')}`;
  return undefined;
}
