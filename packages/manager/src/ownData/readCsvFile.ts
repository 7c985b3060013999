import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { CsvError, parse } from 'csv-parse';
import { parse as parseText } from 'csv-parse/sync';
import { plainCell } from 'netsensor-contract/text/csvCells';
import { csvForm, csvOptions, type CsvForm } from 'netsensor-contract/text/csvText';
import { messageOf } from '../http/errors.js';
import type { SqlSession } from '../store/database.js';
import type { FileToRead, ReadFile } from './ownFile.js';
import { RecordsTable } from './recordsTable.js';

/** A header must fit into this many characters. */
const longestHeader = 1_000_000;
/** Bytes of a row. */
const longestRow = 67_108_864;

/**
 * Reads a file with a header line and separated values, as spreadsheets write it (`csvForm`); an empty cell is no value.
 * @param delimiters those that it may have; undefined for all that are known
 * @throws Error with one sentence about what is wrong with which row
 */
export async function readCsv(
  session: SqlSession,
  file: FileToRead,
  delimiters?: readonly string[],
): Promise<ReadFile> {
  const table = new RecordsTable(session);
  const chunks = textOf(file.path, table);
  const beginning = await beginningOf(chunks);
  const form = csvForm(beginning, delimiters);
  const hasDecimalCommas = form.delimiter !== ',';
  const header = form.start === 0 ? headerOf(beginning, form.delimiter) : [];
  if (await readPlain(session, { ...file, header, delimiter: form.delimiter })) {
    await chunks.return(undefined);
    return { header, place: index => `row ${index + 2}`, hasDecimalCommas };
  }
  await readRows(table, { beginning, chunks, form });
  return { header: await table.columns(), place: table.place, hasDecimalCommas };
}

/** The cells of the first row; none where it has one without a name, or is no row. */
function headerOf(text: string, delimiter: string): string[] {
  try {
    const [header = []] = parseText(text, { ...csvOptions(delimiter), to: 1 });
    return header.includes('') ? [] : header.map(plainCell);
  } catch {
    return [];
  }
}

/**
 * Has the engine read a file, three times as fast as row by row; false where it refuses one, or where a cell would be read
 * otherwise here: with spaces around it, an apostrophe or `="` before it, or nothing in the whole row.
 */
async function readPlain(
  session: SqlSession,
  { pattern, header, delimiter }: FileToRead & { header: readonly string[]; delimiter: string },
): Promise<boolean> {
  if (header.length === 0) return false;
  const columns = header.map((_name, index) => `c${index}`);
  const read = `CREATE TABLE records AS FROM read_csv($1, auto_detect = false, delim = $2, quote = '"', escape = '"',
    header = true, strict_mode = true, max_line_size = ${longestRow},
    columns = {${columns.map(name => `'${name}': 'VARCHAR'`).join(', ')}})`;
  const row = `concat_ws(chr(10), ${columns.join(', ')})`;
  const other = String.raw`(?m)^['=\s\p{Z}\x{feff}]|[\s\p{Z}\x{feff}]$|\r`;
  try {
    await session.run(read, [pattern, delimiter]);
    const sql = `SELECT 1 FROM records WHERE ${row} = '' OR regexp_matches(${row}, $1) LIMIT 1`;
    if ((await session.arrays(sql, [other])).length === 0) return true;
  } catch {
    // The reader of rows says what is wrong.
  }
  await session.run('DROP TABLE IF EXISTS records');
  return false;
}

interface TextToRead {
  readonly beginning: string;
  /** What follows. */
  readonly chunks: AsyncIterable<string>;
  readonly form: CsvForm;
}

async function readRows(table: RecordsTable, { beginning, chunks, form }: TextToRead): Promise<void> {
  const { delimiter, start } = form;
  const rowsBefore = start > 0 ? 1 : 0;
  table.row = rowsBefore;
  const text = async function* () {
    yield beginning.slice(start);
    yield* chunks;
  };
  const parser = parse({ ...csvOptions(delimiter), max_record_size: longestRow });
  try {
    await pipeline(text, parser, rows => table.addAll(rows as AsyncIterable<string[]>));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new Error(brokenRow(error, rowsBefore + parser.info.records + 1));
  }
}

function brokenRow({ code, message }: CsvError, row: number): string {
  if (code === 'CSV_QUOTE_NOT_CLOSED') return `row ${row} opens a quote that is never closed.`;
  if (code === 'CSV_MAX_RECORD_SIZE')
    return `row ${row} is too long; a quote may be opened and never closed.`;
  if (code.includes('QUOTE')) return `row ${row} has a cell that goes on after its closing quote.`;
  return `row ${row} cannot be read (${message}).`;
}

async function beginningOf(chunks: AsyncGenerator<string>): Promise<string> {
  let text = '';
  while (text.length < longestHeader) {
    const chunk = await chunks.next();
    if (chunk.done) break;
    text += chunk.value;
  }
  return text;
}

/** The text of a file in UTF-8, or in UTF-16 where its first bytes say so; every line ends with a line feed alone. */
async function* textOf(path: string, table: RecordsTable): AsyncGenerator<string> {
  const file = createReadStream(path);
  const bytes = /\.gz$/i.test(path) ? file.pipe(createGunzip()) : file;
  file.on('error', error => bytes.destroy(error));
  let decode: ((chunk?: Buffer) => string) | undefined;
  try {
    for await (const chunk of bytes as AsyncIterable<Buffer>) yield (decode ??= decoder(chunk, table))(chunk);
    yield decode?.() ?? '';
  } catch (error) {
    throw new Error(`the file cannot be read (${messageOf(error)}).`);
  }
}

/** Decodes piece after piece, the last without one; a carriage return waits for what follows it. */
function decoder([first, second]: Buffer, table: RecordsTable): (chunk?: Buffer) => string {
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
  const strict = new TextDecoder(encoding, { fatal: true });
  const lenient = new TextDecoder(encoding);
  let rest = '';
  return chunk => {
    const stream = chunk !== undefined;
    const decoded = rest + lenient.decode(chunk, { stream });
    try {
      if (!table.hasBrokenText) strict.decode(chunk, { stream });
    } catch {
      table.hasBrokenText = true;
    }
    if (decoded.includes('\0')) table.hasBrokenText = true;
    rest = stream && decoded.endsWith('\r') ? '\r' : '';
    return decoded.slice(0, decoded.length - rest.length).replace(/\r\n?/g, '\n');
  };
}
