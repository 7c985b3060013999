import { isAlike, isSpoiltCell, plainCell } from 'netsensor-contract/text/csvCells';
import { tabCells } from 'netsensor-contract/text/csvText';
import type { FieldProblem } from '../inventory/recordRules.js';
import type { RecordFields } from '../inventory/recordText.js';
import type { CellReader, NameProblem } from './cellValue.js';
import type { TableColumn } from './tableColumns.js';
import { valueText } from './tableCopy.js';
import type { CellValue, TableAction } from './tableEdits.js';
import type { TableRow } from './tableText.js';

/** Where cells are pasted: from the top left cell of a selection on. */
export interface PasteTarget {
  /** All columns of the table, in its order: that of the fields of a new record. */
  readonly columns: readonly TableColumn[];
  /** The fields of the columns that are shown, from the left of the selection to the last. */
  readonly fields: readonly string[];
  /** The records that are shown, from the top of the selection to the last. */
  readonly rows: readonly TableRow[];
  /** How many of these are selected; what is copied fills a selection that is a multiple of it. */
  readonly selected: { readonly rows: number; readonly columns: number };
}

/** A cell that is not pasted. */
export interface Misfit {
  /** Of what is pasted, from 1. */
  readonly line: number;
  readonly typed: string;
  /** `noColumn`: beside the last column; `spoilt`: where a spreadsheet failed, such as `#NAME?`. */
  readonly problem:
    | FieldProblem
    | NameProblem
    | { readonly code: 'noColumn' }
    | { readonly code: 'spoilt'; readonly field: string };
}

/** What pasting means. */
export interface PastePlan {
  readonly action: Extract<TableAction, { kind: 'paste' }>;
  readonly misfits: readonly Misfit[];
}

/**
 * Makes of what a spreadsheet copied an action that writes it over the cells from a place on, and as new records below the
 * last row. A first line of names of fields says which column each cell is for. What does not fit is left out.
 * @param read what reads the cells of the table
 */
export function pastePlan(text: string, target: PasteTarget, read: CellReader): PastePlan {
  const { columns, lines } = assignedCells(tabCells(text), target);
  const misfits: Misfit[] = [];
  const cells: CellValue[] = [];
  const added: RecordFields[] = [];
  for (const [index, { line, written }] of lines.entries()) {
    const row = target.rows[index];
    const fields = new Map<string, unknown>();
    for (const [at, typed] of written.entries()) {
      const column = columns[at];
      const meant = readPasted(typed, column, { record: row?.fields, read });
      if (meant && 'problem' in meant) misfits.push({ line, typed, problem: meant.problem });
      else if (meant && column) fields.set(column.field, meant.value);
    }
    if (row) cells.push(...[...fields].map(([field, value]) => ({ row: row.at, field, value })));
    else if (fields.size > 0) added.push(inOrder(fields, target));
  }
  return { action: { kind: 'paste', cells, rows: added }, misfits };
}

interface PastedLine {
  /** Of what is pasted, from 1. */
  readonly line: number;
  readonly written: readonly string[];
}

/** The lines for each row from the first on, and the column that each of their cells is for. */
function assignedCells(
  pasted: readonly (readonly string[])[],
  { columns, fields, selected }: PasteTarget,
): { readonly columns: readonly (TableColumn | undefined)[]; readonly lines: readonly PastedLine[] } {
  const named = new Map(columns.map(column => [column.field, column]));
  const lines = pasted.map((written, index): PastedLine => ({ line: index + 1, written }));
  const [header = []] = pasted;
  if (pasted.length > 1 && header.every(cell => named.has(cell.trim())))
    return { columns: header.map(cell => named.get(cell.trim())), lines: lines.slice(1) };
  const width = pasted.reduce((widest, { length }) => Math.max(widest, length), 1);
  const across = timesIn(selected.columns, width);
  const down = timesIn(selected.rows, Math.max(pasted.length, 1));
  const wide = lines.map(({ line, written }) => ({ line, written: repeated(written, across) }));
  return { columns: fields.map(field => named.get(field)), lines: repeated(wide, down) };
}

/** How often something fits into a selection without a rest; once where there would be one. */
const timesIn = (selected: number, copied: number): number =>
  selected > copied && selected % copied === 0 ? selected / copied : 1;

const repeated = <T>(items: readonly T[], times: number): T[] =>
  Array.from({ length: times }, () => items).flat();

/** Undefined for a cell that stays as it is: what it has, and nothing in a new record or beside the last column. */
function readPasted(
  typed: string,
  column: TableColumn | undefined,
  { record, read }: { readonly record: RecordFields | undefined; readonly read: CellReader },
): { readonly value: unknown } | Pick<Misfit, 'problem'> | undefined {
  const isNothing = typed.trim() === '' && !record;
  if (!column) return typed.trim() === '' ? undefined : { problem: { code: 'noColumn' } };
  const isKept = record && isAlike(valueText(column, record[column.field]), plainCell(typed));
  if (isNothing || isKept) return undefined;
  if (isSpoiltCell(typed)) return { problem: { code: 'spoilt', field: column.field } };
  return read(column, plainCell(typed), record);
}

/** The fields of a new record as documents show them. */
const inOrder = (fields: ReadonlyMap<string, unknown>, { columns }: PasteTarget): RecordFields =>
  Object.fromEntries(
    columns.flatMap(({ field }) => (fields.has(field) ? [[field, fields.get(field)] as const] : [])),
  );
