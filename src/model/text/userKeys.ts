import { spreadsheetCell } from 'netsensor-contract/text/csvCells';
import { parseCsv, withCells, type CsvRow } from 'netsensor-contract/text/csvText';
import { keyNames } from 'netsensor-contract/text/secretNames';

/** What is known of the users of a list whose keys must not be shown. */
export interface KnownUsers {
  readonly keys: readonly string[];
  /** Names, logins and addresses, which are no keys whatever they look like. */
  readonly names: readonly string[];
}

/** The shape of an API key: letters and digits, at least 16 (field notes §1.3). */
const keyLike = /^(?=.*[A-Za-z])(?=.*\d)[\w-]{16,}$/;

/** Stands where the CSV text of the users has a key. */
export const maskedKey = '(key not shown)';

/** A manager's CSV text without a formula that a spreadsheet runs. @throws {CsvTextError} */
export const defusedCsv = (text: string): string =>
  withCells(text, rows => rows.map(({ cells }) => cells.map(defused)));

/** A key stays as it is, whatever it begins with: it calls nothing, and would be another one. */
const defused = (cell: string): string => (keyLike.test(cell) ? cell : spreadsheetCell(cell));

/** The least that is looked for within a cell, as in an address that carries a key. */
const leastWithin = 8;

/**
 * The CSV text of the user list without the keys of the users, whatever its columns are called: a cell that holds a known
 * key, the column that one stands in, and what looks like a key or is named after one.
 * @throws {CsvTextError}
 */
export function maskUserKeys(text: string, { keys, names }: KnownUsers = { keys: [], names: [] }): string {
  const long = keys.filter(({ length }) => length >= leastWithin);
  const shown = (cell: string) =>
    spreadsheetCell(long.reduce((rest, key) => rest.replaceAll(key, maskedKey), cell));
  return withCells(text, rows => {
    const hidden = keyColumns(rows, keys);
    return rows.map(({ cells }, row) =>
      cells.map((cell, column) => {
        const isKey = (row > 0 && hidden.has(column)) || (keyLike.test(cell) && !names.includes(cell));
        return isKey && cell !== '' ? maskedKey : shown(cell);
      }),
    );
  });
}

/**
 * Whether the keys of a list can be told without reading its users: the one key that is known is there, and what looks
 * like a key stands below it or a name for keys.
 * @throws {CsvTextError}
 */
export function hasTellingKeys(text: string, ownKey: string): boolean {
  const rows = parseCsv(text);
  const hidden = keyColumns(rows, [ownKey]);
  const others = rows.flatMap(({ cells }) => cells.filter((_cell, column) => !hidden.has(column)));
  const isThere = rows.some(({ cells }) => cells.includes(ownKey));
  return !others.some(cell => keyLike.test(cell) || (!isThere && /^[^\s@]{8,}$/.test(cell)));
}

/** The columns that hold keys, by their names and by the keys that are known. */
function keyColumns(rows: readonly CsvRow[], keys: readonly string[]): Set<number> {
  const columnsOf = (cells: readonly string[], isKey: (cell: string) => boolean) =>
    cells.flatMap((cell, column) => (isKey(cell) ? [column] : []));
  return new Set([
    ...columnsOf(rows[0]?.cells ?? [], cell => keyNames.test(cell)),
    ...rows.flatMap(({ cells }) => columnsOf(cells, cell => cell !== '' && keys.includes(cell))),
  ]);
}
