import { CsvError, parse, type Options } from 'csv-parse/sync';

/** CSV that cannot be read; `line` is where the row begins, from 1. */
export class CsvTextError extends Error {
  constructor(
    readonly kind: 'openQuote' | 'textBehindQuote',
    readonly line: number,
  ) {
    super(`Line ${line}: ${kind}`);
  }
}

/** A row of a CSV text with the line it begins in. */
export interface CsvRow {
  /** Starts at 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

/** How a CSV text is written. */
export interface CsvForm {
  readonly delimiter: string;
  /** Characters before the first row: those of a line `sep=;`, by which spreadsheets tell each other the delimiter. */
  readonly start: number;
}

const delimiters = [',', ';', '\t', '|'];

/**
 * How a CSV text is written: the delimiter is the one that a first line `sep=;` names, or the one of comma, semicolon, tab
 * and bar that parts the header into most cells.
 * @param text its beginning, at least the header, every line ending with a line feed alone
 * @param candidates the delimiters that it may have
 */
export function csvForm(text: string, candidates: readonly string[] = delimiters): CsvForm {
  const [line, named] = /^\ufeff?"?sep=([^\n\w"])"?[,;\t| ]*(?:\n|$)/i.exec(text) ?? [];
  if (line !== undefined && named !== undefined) return { delimiter: named, start: line.length };
  const counts = candidates.map(delimiter => ({ delimiter, cells: headerCells(text, delimiter) }));
  const { delimiter } = counts.reduce((best, each) => (each.cells > best.cells ? each : best));
  return { delimiter, start: 0 };
}

/** How many cells of the first row that is not empty hold something; none where its quotes fit no such delimiter. */
function headerCells(text: string, delimiter: string): number {
  try {
    const [header = []] = parse(text, {
      ...csvOptions(delimiter),
      skip_records_with_empty_values: true,
      to: 1,
    });
    return header.filter(cell => cell !== '').length;
  } catch {
    return 0;
  }
}

/** The options of the library: spaces beside a delimiter, a quote within a cell and rows of any length are fine. */
export const csvOptions = (delimiter: string) =>
  ({
    bom: true,
    delimiter,
    record_delimiter: '\n',
    relax_column_count: true,
    relax_quotes: true,
    trim: true,
  }) as const satisfies Options;

/** Whether a row holds nothing: an empty line, or one of delimiters alone. */
export const isBlankRow = (cells: readonly string[]): boolean => cells.every(cell => cell.trim() === '');

/** Lines that end with a line feed alone, as the functions of this file read them. */
export const withLineFeeds = (text: string): string => text.replace(/\r\n?/g, '\n');

/**
 * Reads CSV as people and spreadsheets write it (`csvForm`); empty lines and lines of delimiters alone are left out, and
 * every line ends with a line feed alone. Cells are as they stand there; `plainCell` says what they mean.
 * @throws {CsvTextError} for a quote that does not end, and the like
 */
export function parseCsv(text: string): CsvRow[] {
  const lines = withLineFeeds(text);
  return csvRows(lines, csvForm(lines)).filter(({ cells }) => !isBlankRow(cells));
}

/** @throws {CsvTextError} */
function csvRows(lines: string, { delimiter, start }: CsvForm): CsvRow[] {
  const rows: CsvRow[] = [];
  let line = start > 0 ? 2 : 1;
  const addRow = (cells: string[]) => {
    rows.push({ line, cells });
    line += 1 + cells.reduce((sum, cell) => sum + (cell.match(/\n/g)?.length ?? 0), 0);
    return null;
  };
  try {
    parse(lines.slice(start), { ...csvOptions(delimiter), on_record: addRow });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new CsvTextError(error.code === 'CSV_QUOTE_NOT_CLOSED' ? 'openQuote' : 'textBehindQuote', line);
  }
  return rows;
}

/**
 * The cells that a spreadsheet puts on the clipboard, parted by tabs (`printTabCells`); empty lines count, but for one at
 * the end. A text that is no such table is read line by line.
 */
export function tabCells(text: string): readonly (readonly string[])[] {
  const lines = withLineFeeds(text).replace(/\n$/, '');
  try {
    return parse(lines, { ...csvOptions('\t'), trim: false });
  } catch {
    return lines.split('\n').map(line => line.split('\t'));
  }
}

/** CSV text of rows; cells are quoted where they have to be. */
export function printCsv(rows: readonly (readonly string[])[], delimiter = ','): string {
  const quoted = (cell: string) =>
    /[",;\t\r\n]|^\s|\s$/.test(cell) || cell.includes(delimiter) ? `"${cell.replaceAll('"', '""')}"` : cell;
  return rows.map(cells => `${cells.map(quoted).join(delimiter)}\n`).join('');
}

/**
 * A CSV text of a manager with other cells, or as it was sent when none is another.
 * @throws {CsvTextError}
 */
export function withCells(
  text: string,
  cellsOf: (rows: readonly CsvRow[]) => readonly (readonly string[])[],
): string {
  const form = csvForm(withLineFeeds(text));
  const rows = parseCsv(text);
  const cells = cellsOf(rows);
  const isSame = rows.every((row, index) =>
    row.cells.every((cell, column) => cell === cells[index]?.[column]),
  );
  return isSame ? text : printCsv(cells, form.delimiter);
}
