import { plainCell } from 'netsensor-contract/text/csvCells';
import { parseCsv } from 'netsensor-contract/text/csvText';
import { folded } from 'netsensor-contract/text/folded';

/** Why CSV cannot be used; nothing of it is. */
export interface CsvProblem {
  readonly kind:
    | 'unknownColumn'
    | 'duplicateColumn'
    | 'noColumn'
    | 'noMacColumn'
    | 'unnamedCell'
    | 'spoilt'
    | 'notNumber'
    | 'notBoolean'
    | 'outOfRange'
    | 'wrongMac'
    | 'duplicateMac'
    | 'duplicateId';
  /** From 1. */
  readonly line: number;
  /** The column, by its name where it has one, else by its number; for addresses and ids the value. */
  readonly subject: string;
}

/** A row of a table: the cells that hold something, by the names of their columns and as they stand there. */
export interface CsvTableRow {
  readonly line: number;
  readonly cells: ReadonlyMap<string, string>;
}

/** What CSV with the names of its columns in the first row says. */
export interface CsvTable {
  readonly line: number;
  readonly columns: readonly string[];
  readonly rows: readonly CsvTableRow[];
  readonly problems: readonly CsvProblem[];
}

/**
 * Reads CSV with the names of its columns in the first row that holds something, in any case and with spaces for
 * underscores. A column without a name must hold nothing: nobody knows what would be meant.
 * @param nameOf what a column is called, by a name in lower case with underscores; undefined for one that nobody knows
 * @throws {CsvTextError} for text that is no CSV
 */
export function readCsvTable(text: string, nameOf: (name: string) => string | undefined): CsvTable {
  const [header = { line: 1, cells: [] }, ...rows] = parseCsv(text);
  const { line } = header;
  const problems: CsvProblem[] = [];
  const seen = new Set<string>();
  const names = header.cells.map(cell => {
    const written = plainCell(cell);
    if (written === '') return undefined;
    const name = nameOf(plainName(written));
    if (name === undefined) problems.push({ kind: 'unknownColumn', line, subject: written });
    else if (seen.has(name)) problems.push({ kind: 'duplicateColumn', line, subject: name });
    else seen.add(name);
    return name ?? written;
  });
  const read = rows.map(row => {
    const cells = new Map<string, string>();
    for (const [column, cell] of row.cells.entries()) {
      const name = names[column];
      if (cell === '') continue;
      if (name !== undefined) cells.set(name, cell);
      else problems.push({ kind: 'unnamedCell', line: row.line, subject: String(column + 1) });
    }
    return { line: row.line, cells };
  });
  return { line, columns: [...seen], rows: read, problems };
}

/** A name in lower case, without accents, and with underscores for spaces and hyphens. */
const plainName = (name: string): string => folded(name.trim()).replace(/[\s_-]+/g, '_');
