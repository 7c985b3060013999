import type * as z from 'zod';
import { parseCsv, printCsv, defusedFormula, withoutDefusing } from '../text/csvText.js';
import { inventoryType, type InventoryType } from './inventoryTypes.js';
import { bookkeepingFields, type InventoryRecord } from './inventoryRecord.js';
import { type RecordFields } from './recordText.js';
import { secretPlaceholder } from '../text/looseValues.js';
import { fieldType, type FieldType } from '../sensors/tolerant.js';

/** A problem in a CSV text of records; `line` starts at 1. */
export interface RecordsCsvProblem {
  readonly kind: 'unknownColumn' | 'noColumn' | 'notNumber' | 'notBoolean';
  readonly line: number;
  /** The column. */
  readonly subject: string;
}

/** CSV of the records of a type: one column for each field that is no secret, texts that a spreadsheet would run defused. */
export function printRecordsCsv(type: InventoryType, records: readonly InventoryRecord[]): string {
  const columns = [...columnsOf(type).keys(), ...bookkeepingFields];
  const rows = records.map(record => columns.map(column => cellText(record[column])));
  return printCsv([columns, ...rows]);
}

/**
 * Reads records from CSV with the names of fields in its first line; an empty cell gives nothing, so that the value that
 * a record has stays.
 * @throws {CsvTextError} for text that is no CSV
 */
export function readRecordsCsv(
  type: InventoryType,
  text: string,
): { items: RecordFields[]; problems: RecordsCsvProblem[] } {
  const known = columnsOf(type);
  const [header, ...rows] = parseCsv(text);
  const names = (header?.cells ?? []).map(cell => cell.toLowerCase());
  const problems: RecordsCsvProblem[] = names
    .filter(name => !known.has(name) && !bookkeepingFields.includes(name))
    .map(name => ({ kind: 'unknownColumn', line: 1, subject: name }));
  if (!names.some(name => known.has(name)))
    problems.push({ kind: 'noColumn', line: 1, subject: inventoryType(type).nameField });
  const items = rows.map(({ line, cells }) => {
    const fields: Record<string, unknown> = {};
    names.forEach((name, column) => {
      const cell = cells[column] ?? '';
      const wanted = known.get(name);
      if (cell === '' || !wanted) return;
      const value = readCell(cell, wanted);
      if (value !== undefined) fields[name] = value;
      else problems.push({ kind: wanted === 'boolean' ? 'notBoolean' : 'notNumber', line, subject: name });
    });
    return fields;
  });
  return { items, problems };
}

/** Fields of a file as a list may hold them: every secret among them replaced. */
export function withoutSecrets(type: InventoryType, fields: RecordFields): RecordFields {
  const { secretFields = [] } = inventoryType(type);
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      secretFields.includes(name) ? secretPlaceholder : value,
    ]),
  );
}

/** The records of a list with those of a file: equal ids are one record, the rest is added. */
export function mergeRecords(
  records: readonly RecordFields[],
  imported: readonly RecordFields[],
): RecordFields[] {
  const byId = new Map(imported.flatMap(fields => ('id' in fields ? [[fields['id'], fields]] : [])));
  const ids = new Set(records.map(({ id }) => id));
  return [
    ...records.map(fields => ({ ...fields, ...byId.get(fields['id']) })),
    ...imported.filter(({ id }) => id === undefined || !ids.has(id)),
  ];
}

/** The columns with what they hold: the id and every field that is no secret. */
function columnsOf(type: InventoryType): Map<string, FieldType> {
  const { fields, secretFields = [] } = inventoryType(type);
  return new Map([
    ['id', 'number'] as const,
    ...Object.entries(fields)
      .filter(([name]) => !secretFields.includes(name))
      .map(([name, field]) => [name, fieldType(field as z.ZodType)] as const),
  ]);
}

function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return defusedFormula(value.join(';'));
  return typeof value === 'string' ? defusedFormula(value) : JSON.stringify(value);
}

/** Undefined for what does not fit. */
function readCell(cell: string, wanted: FieldType): unknown {
  switch (wanted) {
    case 'number':
      return /^[+-]?\d{1,15}$/.test(cell) ? Number(cell) : undefined;
    case 'boolean':
      return { true: true, false: false, '1': true, '0': false }[cell.toLowerCase()];
    case 'array':
      return withoutDefusing(cell)
        .split(';')
        .map(part => part.trim())
        .filter(Boolean);
    case 'string':
      return withoutDefusing(cell);
  }
}
