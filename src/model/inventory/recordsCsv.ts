import type * as z from 'zod';
import {
  fieldText,
  guardedText,
  isAlike,
  isSpoiltCell,
  partsOf,
  plainCell,
  switchValue,
  wholeNumber,
} from 'netsensor-contract/text/csvCells';
import { readCsvTable, type CsvProblem, type CsvTableRow } from '../text/csvTable.js';
import { printCsv } from 'netsensor-contract/text/csvText';
import { inventoryType, type InventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import { bookkeepingFields, type InventoryRecord } from 'netsensor-contract/inventory/inventoryRecord';
import { type RecordFields } from './recordText.js';
import { secretPlaceholder } from 'netsensor-contract/text/secretNames';
import { fieldType, type FieldType } from 'netsensor-contract/sensors/tolerant';

/** CSV of the records of a type: one column for each field that is no secret, texts that a spreadsheet would run defused. */
export function printRecordsCsv(type: InventoryType, records: readonly InventoryRecord[]): string {
  const columns = [...columnsOf(type).keys(), ...bookkeepingFields];
  const rows = records.map(record => columns.map(column => guardedCell(record[column])));
  return printCsv([columns, ...rows]);
}

/**
 * Reads records from CSV with the names of fields in its first line, as spreadsheets write it; an empty cell gives
 * nothing, so that the value that a record has stays.
 * @throws {CsvTextError} for text that is no CSV
 */
export function readRecordsCsv(
  type: InventoryType,
  text: string,
): { items: RecordFields[]; problems: CsvProblem[] } {
  const known = columnsOf(type);
  const table = readCsvTable(text, name =>
    known.has(name) || bookkeepingFields.includes(name) ? name : undefined,
  );
  const problems = [...table.problems];
  if (!table.columns.some(name => known.has(name)))
    problems.push({ kind: 'noColumn', line: table.line, subject: inventoryType(type).nameField });
  const items = table.rows.map(row => readRow(row, { known, problems }));
  return { items, problems: [...problems, ...duplicateIds(table.rows, items)] };
}

function readRow(
  { line, cells }: CsvTableRow,
  { known, problems }: { known: ReadonlyMap<string, FieldType>; problems: CsvProblem[] },
): RecordFields {
  const fields: Record<string, unknown> = {};
  for (const [name, cell] of cells) {
    const wanted = known.get(name);
    if (!wanted) continue;
    const value = isSpoiltCell(cell) ? undefined : readCell(cell, wanted);
    if (value !== undefined) fields[name] = value;
    else problems.push({ kind: isSpoiltCell(cell) ? 'spoilt' : misfits[wanted], line, subject: name });
  }
  return fields;
}

const misfits = { number: 'notNumber', boolean: 'notBoolean', array: 'spoilt', string: 'spoilt' } as const;

function duplicateIds(rows: readonly CsvTableRow[], items: readonly RecordFields[]): CsvProblem[] {
  const seen = new Set<unknown>();
  return items.flatMap(({ id }, index): CsvProblem[] => {
    const isNew = id === undefined || !seen.has(id);
    seen.add(id);
    return isNew ? [] : [{ kind: 'duplicateId', line: rows[index]?.line ?? 0, subject: String(id) }];
  });
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

/**
 * The records of CSV with each value that is written there like the one that a record has as the record has it:
 * spreadsheets change line ends and the spaces around a text, and nobody meant that.
 */
export function unbentRecords(
  records: readonly RecordFields[],
  imported: readonly RecordFields[],
): RecordFields[] {
  const byId = new Map(records.map(fields => [fields['id'], fields]));
  return imported.map(fields => {
    const was = byId.get(fields['id']) ?? {};
    const isBent = (name: string, value: unknown) =>
      Object.hasOwn(was, name) && isAlike(fieldText(was[name]), fieldText(value));
    return Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [name, isBent(name, value) ? was[name] : value]),
    );
  });
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

/** A number stays one: only texts are guarded. */
const guardedCell = (value: unknown): string =>
  typeof value === 'string' || Array.isArray(value) ? guardedText(fieldText(value)) : fieldText(value);

/** Undefined for what does not fit. */
function readCell(cell: string, wanted: FieldType): unknown {
  switch (wanted) {
    case 'number':
      return wholeNumber(cell);
    case 'boolean':
      return switchValue(cell);
    case 'array':
      return partsOf(plainCell(cell));
    case 'string':
      return plainCell(cell);
  }
}
