import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { createGunzip } from 'node:zlib';
import { explained, messageOf } from '../http/errors.js';
import type { SqlSession } from '../store/database.js';
import { readCsv } from './readCsvFile.js';
import type { FileToRead, ReadFile } from './ownFile.js';

const readers = [
  [/\.csv(\.gz)?$/i, (session: SqlSession, file: FileToRead) => readCsv(session, file)],
  [/\.tsv(\.gz)?$/i, (session: SqlSession, file: FileToRead) => readCsv(session, file, ['\t'])],
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

/** The most columns a file may have; more are a sign that keys are values. */
const mostColumns = 1000;

/** Reads an array of JSON objects, or one object per line; a value that is an object or array is kept as its JSON. */
async function readJson(session: SqlSession, { path, pattern }: FileToRead): Promise<ReadFile> {
  await requireUtf8(path);
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

/** The engine reads JSON in UTF-8 alone. In no other does it hold a NUL. @throws Error for one that is told by its beginning */
async function requireUtf8(path: string): Promise<void> {
  const file = createReadStream(path);
  const bytes = /\.gz$/i.test(path) ? file.pipe(createGunzip()) : file;
  file.on('error', error => bytes.destroy(error));
  const beginning = async () => {
    for await (const chunk of bytes as AsyncIterable<Buffer>) return chunk.subarray(0, 4);
    return Buffer.alloc(0);
  };
  const found = await explained(beginning(), error => `the file cannot be read (${messageOf(error)}).`);
  if (found.includes(0) || found.includes(0xff))
    throw new Error('its characters are UTF-16 or UTF-32; save it as UTF-8.');
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
