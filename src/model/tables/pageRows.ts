import type { TableColumn } from './tableColumns.js';
import type { PageRow, RowsChange, TableCounts } from './tableMessages.js';
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

/**
 * The fewest rows to send so that a page that has some rows has others; undefined where they are the same.
 * @param before of each row that the page has, what {@link rowKeys} gives
 */
export function rowsChange(
  before: readonly string[],
  rows: readonly PageRow[],
  after = rowKeys(rows),
): RowsChange | undefined {
  const shorter = Math.min(before.length, after.length);
  let from = 0;
  while (from < shorter && before[from] === after[from]) from += 1;
  let same = 0;
  while (same < shorter - from && before.at(-1 - same) === after.at(-1 - same)) same += 1;
  if (from === before.length && from === after.length) return undefined;
  return { from, removed: before.length - same - from, rows: rows.slice(from, rows.length - same) };
}

/** What tells rows apart, wherever they stand. */
export const rowKeys = (rows: readonly PageRow[]): string[] =>
  rows.map(({ state, changed, cells }) => JSON.stringify([state, changed, cells]));
