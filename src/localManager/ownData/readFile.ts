import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { explained, messageOf } from '../http/errors.js';
import type { SqlSession } from '../store/database.js';

/** A file that was read into the table `records`: one text column `c0`, `c1`... per column of the file. */
export interface ReadFile {
  readonly header: readonly string[];
  /** How messages call record number `index`, counted from 0: as an editor or a spreadsheet counts. */
  readonly place: (index: number) => string;
}

/** The file as the readers need it: its path as a pattern that matches nothing else. */
export interface FileToRead {
  readonly path: string;
  readonly pattern: string;
}

const readers = [
  [/\.csv(\.gz)?$/i, (session: SqlSession, file: FileToRead) => readCsv(session, file)],
  [/\.tsv(\.gz)?$/i, (session: SqlSession, file: FileToRead) => readCsv(session, file, '\t')],
  [/\.(json|ndjson|jsonl)(\.gz)?$/i, readJson],
  [/\.parquet$/i, readParquet],
] as const;

/**
 * Reads a file into the table `records` of a database in memory; rows keep their order.
 * @throws Error with one sentence about a file that is missing, of an unknown kind, empty, or not what its name says
 */
export async function readFile(session: SqlSession, file: string): Promise<ReadFile> {
  const path = resolve(file);
  const found = await stat(path).catch(() => undefined);
  if (!found) throw new Error('there is no such file.');
  if (!found.isFile()) throw new Error('this is not a file.');
  if (found.size === 0) throw new Error('the file is empty.');
  const reader = readers.find(([ending]) => ending.test(path))?.[1];
  if (!reader)
    throw new Error('the name must end in .csv, .tsv, .json, .ndjson, .jsonl (also with .gz) or .parquet.');
  const pattern = path.replaceAll(/[*?[\]]/g, '[$&]');
  const read = await reader(session, { path, pattern });
  const [row] = await session.arrays('SELECT count(*) FROM records');
  if (Number(row?.[0]) === 0) throw new Error('the file holds no rows.');
  return read;
}

const delimiters = [',', ';', '\t', '|'] as const;

/** A header must fit into this many bytes. */
const longestHeader = 1_000_000;

/**
 * Reads a file with a header line and separated values; an empty cell is no value.
 * @param separator undefined takes the one of comma, semicolon, tab and bar that the header uses most
 */
async function readCsv(
  session: SqlSession,
  { path, pattern }: FileToRead,
  separator?: string,
): Promise<ReadFile> {
  const start = await beginning(path);
  const candidates = (separator === undefined ? delimiters : [separator]).map(delimiter => ({
    delimiter,
    header: headerOf(start, delimiter),
  }));
  const { delimiter, header } = candidates.reduce((best, each) =>
    each.header.length > best.header.length ? each : best,
  );
  if (header.length === 0) throw new Error('the file holds no header line.');
  const columns = header.map((_name, index) => `'c${index}': 'VARCHAR'`).join(', ');
  await explained(
    session.run(
      `CREATE TABLE records AS FROM read_csv($1, auto_detect = false, delim = $2, quote = '"', escape = '"',
        header = true, strict_mode = true, max_line_size = 67108864, columns = {${columns}})`,
      [pattern, delimiter],
    ),
    error => raggedLine(String(error)),
  );
  return { header, place: index => `row ${index + 2}` };
}

async function beginning(path: string): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  const source = createReadStream(path);
  const collect = async (bytes: AsyncIterable<Buffer>) => {
    for await (const chunk of bytes) {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= longestHeader) break;
    }
  };
  await (/\.gz$/i.test(path) ? pipeline(source, createGunzip(), collect) : pipeline(source, collect)).catch(
    (error: unknown) => {
      // Stopping before the end is no failure.
      if (size < longestHeader) throw new Error(`the file cannot be read (${String(error)}).`);
    },
  );
  return Buffer.concat(chunks).toString('utf8');
}

function headerOf(text: string, delimiter: string): string[] {
  try {
    const [header = []] = parse(text, { bom: true, delimiter, to: 1, relax_quotes: true });
    return header;
  } catch (error) {
    throw new Error(`the header line cannot be read (${messageOf(error)}).`);
  }
}

/** What is wrong with which line, from the engine's message. */
function raggedLine(message: string): string {
  const [, line] = /CSV Error on Line: (\d+)/.exec(message) ?? [];
  if (line === undefined) return `the file cannot be read (${message.split('\n')[0]}).`;
  const [, expected, found] = /Expected Number of Columns: (\d+) Found: (\d+)/.exec(message) ?? [];
  if (expected !== undefined) return `row ${line} has ${found} columns, but the header has ${expected}.`;
  if (message.includes('unterminated quote')) return `row ${line} opens a quote that is never closed.`;
  if (message.includes('unicode')) return `row ${line} is not UTF-8 text.`;
  return `row ${line} cannot be read (${message.split('\n').slice(1, 4).join(' ')}).`;
}

/** The most columns a file may have; more are a sign that keys are values. */
const mostColumns = 1000;

/** Reads an array of JSON objects, or one object per line; a value that is an object or array is kept as its JSON. */
async function readJson(session: SqlSession, { pattern }: FileToRead): Promise<ReadFile> {
  const place = (index: number) => `record ${index + 1}`;
  const objects = `read_json_objects($1, format = 'auto', maximum_object_size = 67108864)`;
  await explained(session.run(`CREATE TABLE objects AS FROM ${objects}`, [pattern]), error =>
    malformed(String(error), place),
  );
  const [other] = await session.arrays(
    `SELECT rowid, json_type(json) FROM objects WHERE json_type(json) <> 'OBJECT' ORDER BY rowid LIMIT 1`,
  );
  if (other) {
    throw new Error(`${place(Number(other[0]))} is not an object but ${String(other[1]).toLowerCase()}.`);
  }
  const header = await keysInOrder(session);
  if (header.length === 0) throw new Error('the file holds no fields.');
  if (header.length > mostColumns) {
    throw new Error(
      `its objects have ${header.length} different fields; at most ${mostColumns} can be loaded.`,
    );
  }
  const pointers = header.map(key => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`);
  const values = pointers.map((_pointer, index) => `json_extract_string(json, $${index + 1}) AS c${index}`);
  await session.run(
    `CREATE TABLE records AS SELECT ${values.join(', ')} FROM objects ORDER BY rowid`,
    pointers,
  );
  return { header, place };
}

async function keysInOrder(session: SqlSession): Promise<string[]> {
  const rows = await session.arrays(
    `SELECT key FROM (
      SELECT unnest(keys) AS key, unnest(range(len(keys))) AS place, record
      FROM (SELECT json_keys(json) AS keys, rowid AS record FROM objects))
    GROUP BY key ORDER BY arg_min(place, record), min(record)`,
  );
  return rows.map(([key]) => String(key));
}

/** The engine counts the record that it is at from 1, after having gone on to the next. */
function malformed(message: string, place: (index: number) => string): string {
  const [, at, reason] = /in (?:line|record\/value) (\d+): (.*?)\.? *(?:\n|$)/.exec(message) ?? [];
  return at === undefined
    ? `this is not JSON (${message.split('\n')[0]}).`
    : `${place(Math.max(0, Number(at) - 2))} is not JSON (${reason}).`;
}

/** Reads a Parquet file, every value as its text. */
async function readParquet(session: SqlSession, { pattern }: FileToRead): Promise<ReadFile> {
  const described = await explained(
    session.rows<{ column_name: string }>('DESCRIBE FROM read_parquet($1)', [pattern]),
    error => `this is not a Parquet file (${firstLine(error)}).`,
  );
  const names = described.map((_column, index) => `c${index}`);
  await session.run(
    `CREATE TABLE records AS SELECT ${names.map(name => `${name}::VARCHAR AS ${name}`).join(', ')}
    FROM read_parquet($1) AS file(${names.join(', ')})`,
    [pattern],
  );
  return {
    header: described.map(column => column.column_name),
    place: index => `row ${index + 1}`,
  };
}

const firstLine = (error: unknown): string => String(error).split('\n')[0] ?? '';
