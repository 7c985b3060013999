import * as l10n from '@vscode/l10n';
import { readMac } from 'netsensor-contract/sensors/macAddress';
import { runsOf } from 'netsensor-contract/text/collections';
import { cellReader, clearedValue, type TypedValue } from '../model/tables/cellValue.js';
import type { TableColumn } from '../model/tables/tableColumns.js';
import type { CellValue, TableAction } from '../model/tables/tableEdits.js';
import { tableKind } from '../model/tables/tableKinds.js';
import type { CellPlace, TableAct } from '../model/tables/tableMessages.js';
import { pastePlan, type Misfit, type PastePlan } from '../model/tables/tablePaste.js';
import { quoted, shown, type Inert } from '../words/inert.js';
import { SentenceError } from '../words/sentenceErrors.js';
import { describeTyped } from '../words/tableWords.js';
import type { PageTable } from './pageTable.js';
import { replacement, type ActedTable } from './tableReplacing.js';

/** An act that edits the text alone, and not what it starts from. */
export type EditAct = Exclude<TableAct, { kind: 'decide' }>;

/**
 * The action that an act of the page means. A typed value that a save would refuse is written, too: nothing that is typed is
 * lost, and its cell says what is wrong with it, as the text does.
 * @throws {SentenceError} where there is nothing to change
 */
export function actionOf(
  acted: ActedTable,
  act: EditAct,
): { readonly action: TableAction; readonly misfits?: readonly Misfit[] } {
  if (act.kind === 'paste') return pasted(acted, act);
  return { action: plainAction(acted, act) };
}

function pasted(
  { type, table, lists }: ActedTable,
  { text, rows, fields, selected }: TableAct & { kind: 'paste' },
): PastePlan {
  const target = {
    columns: table.columns,
    fields,
    rows: rows.flatMap(at => table.rowAt(at) ?? []),
    selected,
  };
  const reader = cellReader(type, lists);
  return pastePlan(text, target, (column, typed, record) =>
    reader(column, bareReference(column, typed), record),
  );
}

function plainAction(acted: ActedTable, act: Exclude<EditAct, { kind: 'paste' }>): TableAction {
  const { type, table } = acted;
  switch (act.kind) {
    case 'set': {
      const read = readTyped(acted, act);
      const value = 'value' in read ? read.value : read.unfit;
      if (value === undefined) throw new SentenceError(problemOf(read) ?? nothingToEdit());
      return { kind: 'set', cells: [{ row: act.at, field: act.field, value }] };
    }
    case 'each':
      return putIntoEach(acted, act);
    case 'fill': {
      const [first = 0, ...others] = act.rows;
      const from = table.rowAt(first)?.fields ?? {};
      return set(others, editable(table, act.fields), ({ field }) => from[field] ?? null);
    }
    case 'series':
      return { kind: 'set', cells: series(table, act) };
    case 'clear':
      return set(act.rows, editable(table, act.fields), clearedValue);
    case 'replace':
      return replacement(acted, act).action;
    case 'add':
      return {
        kind: 'add',
        rows: [tableKind(type).newFields()],
        ...(act.after === undefined ? {} : { after: act.after }),
      };
    case 'duplicate':
    case 'delete':
      return act;
  }
}

function putIntoEach(
  { type, table, lists }: ActedTable,
  { rows, fields, typed }: TableAct & { kind: 'each' },
): TableAction {
  const columns = editable(table, fields);
  const read = cellReader(type, lists);
  const cells = rows.flatMap(row => {
    const fields = table.rowAt(row)?.fields;
    return columns.map((column): CellValue => {
      const value = requireValue(read(column, bareReference(column, typed), fields));
      return { row, field: column.field, value };
    });
  });
  return { kind: 'set', cells };
}

/**
 * The record to go to after an act: of copies the first behind the last run of rows.
 * @param count how many records there are now
 */
export function placeAfter(act: TableAct, count: number): CellPlace | undefined {
  if (act.kind === 'add') return { at: act.after === undefined ? count - 1 : act.after + 1 };
  if (act.kind !== 'duplicate') return undefined;
  // What was copied further up stands twice before it.
  return { at: (runsOf(act.rows).at(-1)?.from ?? 0) + act.rows.length };
}

/** @throws {SentenceError} for a value that a save would refuse */
function requireValue(read: TypedValue): unknown {
  const sentence = problemOf(read);
  if (sentence !== undefined || !('value' in read)) throw new SentenceError(sentence ?? nothingToEdit());
  return read.value;
}

/** What is wrong with a text that is typed into a cell; undefined for one that a save would take. */
export const typedProblem = (
  acted: ActedTable,
  cell: { readonly at: number; readonly field: string; readonly typed: string },
): Inert | undefined => problemOf(readTyped(acted, cell));

function readTyped(
  { type, table, lists }: ActedTable,
  { at, field, typed }: { readonly at: number; readonly field: string; readonly typed: string },
): TypedValue {
  const column = table.column(field);
  if (!column) throw new SentenceError(nothingToEdit());
  return cellReader(type, lists)(column, bareReference(column, typed), table.rowAt(at)?.fields);
}

/** A reference without the name that stands before its number where it is read. */
const bareReference = ({ editor }: TableColumn, typed: string): string =>
  ('to' in editor && /\s(#\d+)$/.exec(typed)?.[1]) || typed;

const problemOf = (read: TypedValue): Inert | undefined =>
  'problem' in read ? shown`${describeTyped(read.problem)}.` : undefined;

/** The columns among some whose cells can get another value in a table: what the manager sets, and secrets, cannot. */
function editable(table: PageTable, fields: readonly string[]): TableColumn[] {
  const columns = fields
    .flatMap(field => table.column(field) ?? [])
    .filter(({ isReadOnly, editor }) => !isReadOnly && editor.kind !== 'secret');
  if (columns.length === 0) throw new SentenceError(nothingToEdit());
  return columns;
}

/** What counts on from the first of some rows in each column, down the others. */
function series(table: PageTable, { rows, fields }: TableAct & { kind: 'series' }): CellValue[] {
  const [first = 0, ...others] = rows;
  const from = table.rowAt(first)?.fields ?? {};
  return editable(table, fields).flatMap(({ field, editor }) => {
    const isCounted = editor.kind === 'number' || editor.kind === 'text';
    const next = isCounted ? counting(from[field]) : undefined;
    if (!next) throw new SentenceError(l10n.t('{0} has no number there to count on from.', quoted(field)));
    return others.map((row, index): CellValue => {
      const value = next(index + 1);
      if (value === undefined)
        throw new SentenceError(l10n.t('{0} would count on past the last address.', quoted(field)));
      return { row, field, value };
    });
  });
}

/**
 * Counts on from a value: `12` to `13`, `Rack 09` to `Rack 10`, by the last number of a text, which keeps its width; an IPv4
 * address within its last byte. A MAC address and a network with the length of its prefix have no number to count by.
 * @returns what a value is so many steps further, undefined past the last address; undefined for one without a number
 */
function counting(from: unknown): ((steps: number) => unknown) | undefined {
  if (typeof from === 'number' && Number.isSafeInteger(from)) return steps => from + steps;
  const [, before = '', digits = '', behind = ''] = /^([^]*?)(\d{1,15})(\D*)$/.exec(String(from ?? '')) ?? [];
  if (typeof from !== 'string' || digits === '') return undefined;
  if (network.test(from) || readMac(from) !== undefined) return undefined;
  const last = ipv4.test(from) ? 255 : Infinity;
  return steps =>
    Number(digits) + steps > last
      ? undefined
      : `${before}${String(Number(digits) + steps).padStart(digits.length, '0')}${behind}`;
}

const ipv4 = /^(?:\d{1,3}\.){3}\d{1,3}$/;
const network = /^(?:\d{1,3}\.){3}\d{1,3}\/\d{1,2}$/;

const set = (
  rows: readonly number[],
  columns: readonly TableColumn[],
  valueOf: (column: TableColumn) => unknown,
): TableAction => ({
  kind: 'set',
  cells: rows.flatMap(row =>
    columns.map((column): CellValue => ({ row, field: column.field, value: valueOf(column) })),
  ),
});

const nothingToEdit = () => l10n.t('Nothing can be edited there: the manager sets it, or it is a secret.');
