import { CsvError, parse } from 'csv-parse/sync';

/** Spreadsheets take text for a formula by its first character: https://owasp.org/www-community/attacks/CSV_Injection */
const formulaStart = /^[=+\-@\t\r]/;

/** Text for a cell of a CSV file that no spreadsheet runs as a formula. */
export const defusedFormula = (text: string): string =>
  formulaStart.test(text) || /^'+[=+\-@\t\r]/.test(text) ? `'${text}` : text;

/** The text that {@link defusedFormula} was given. */
export const withoutDefusing = (cell: string): string => (/^'+[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell);

/** CSV that cannot be read; `line` starts at 1. */
export class CsvTextError extends Error {
  constructor(
    message: string,
    readonly line: number,
  ) {
    super(message);
  }
}

/** A row of a CSV text with the line it begins in. */
export interface CsvRow {
  /** Starts at 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

/**
 * Reads CSV with commas or, when the first line has none, with semicolons or tabs; empty lines are left out and every
 * line ends with a line feed alone.
 * @throws {CsvTextError} for a quote that does not end, and the like
 */
export function parseCsv(text: string): CsvRow[] {
  const lines = text.replace(/\r\n?/g, '\n');
  const [firstLine = ''] = lines.split('\n', 1);
  const delimiter = [',', ';', '\t'].find(candidate => firstLine.includes(candidate)) ?? ',';
  try {
    const options = {
      bom: true,
      delimiter,
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
    };
    // The options decide the shape of the answer, which the types of the library cannot follow.
    const rows = parse(lines, options) as unknown as { record: string[]; info: { lines: number } }[];
    return rows.map(({ record, info }) => ({ line: startLine(info.lines, record), cells: record }));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new CsvTextError(error.message, Number(error['lines'] ?? 1));
  }
}

/** The library counts the line a row ends in. */
const startLine = (endLine: number, cells: readonly string[]) =>
  endLine - cells.reduce((sum, cell) => sum + (cell.match(/\n/g)?.length ?? 0), 0);

/** CSV text of rows; cells are quoted where they have to be. */
export function printCsv(rows: readonly (readonly string[])[]): string {
  const quoted = (cell: string) =>
    /[",;\t\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
  return rows.map(cells => `${cells.map(quoted).join(',')}\n`).join('');
}

const keyColumn = /token|key|secret|password/i;
/** The shape of an API key: letters and digits, at least 16 (field notes §1.3). */
const keyLike = /^(?=.*[A-Za-z])(?=.*\d)[\w-]{16,}$/;

/** Stands where the CSV text of the users has a key. */
export const maskedKey = '(key not shown)';

/** The CSV text of the user list without the keys of the users; by the name of the column, and by how a key looks. */
export function maskUserKeys(text: string): string {
  const [header, ...rows] = parseCsv(text).map(({ cells }) => cells);
  if (!header) return '';
  const isKey = (cell: string, column: number) => keyColumn.test(header[column] ?? '') || keyLike.test(cell);
  const masked = rows.map(cells =>
    cells.map((cell, column) => (isKey(cell, column) && cell !== '' ? maskedKey : cell)),
  );
  return printCsv([header.map(cell => (keyLike.test(cell) ? maskedKey : cell)), ...masked]);
}
