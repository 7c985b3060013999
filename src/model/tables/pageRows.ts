import type { TableColumn } from './tableColumns.js';
import type { PageRow, TableCounts } from './tableMessages.js';
import type { TableRow, TableText } from './tableText.js';

/** The rows of a table as its page is given them. */
export const pageRows = (rows: readonly TableRow[], columns: readonly TableColumn[]): PageRow[] =>
  rows.map(({ at, state, changed, fields }) => ({
    at,
    state,
    changed,
    cells: columns.map(({ field }) => (Object.hasOwn(fields, field) ? fields[field] : null)),
  }));

/** What a save of a table changes. */
export const tableCounts = ({ rows, going }: TableText): TableCounts => ({
  changed: rows.filter(({ state }) => state === 'changed').length,
  added: rows.filter(({ state }) => state === 'new').length,
  going: going.length,
});

/** Rows in the place of others, all before and after which are as they were. */
interface ChangedRows {
  readonly from: number;
  readonly removed: readonly TableRow[];
  readonly added: readonly TableRow[];
}

/** The fewest rows in which a table differs from one before. */
export function changedRows(before: readonly TableRow[], after: readonly TableRow[]): ChangedRows {
  const shorter = Math.min(before.length, after.length);
  let from = 0;
  while (from < shorter && isSameRow(before[from]!, after[from]!)) from += 1;
  let same = 0;
  while (same < shorter - from && isSameRow(before.at(-1 - same)!, after.at(-1 - same)!)) same += 1;
  const between = (rows: readonly TableRow[]) => rows.slice(from, rows.length - same);
  return { from, removed: between(before), added: between(after) };
}

/** Whether a page draws the same for both, wherever they stand. */
const isSameRow = (one: TableRow, other: TableRow): boolean =>
  one.state === other.state &&
  one.changed.length === other.changed.length &&
  one.changed.every((field, at) => field === other.changed[at]) &&
  (one.fields === other.fields || JSON.stringify(one.fields) === JSON.stringify(other.fields));
