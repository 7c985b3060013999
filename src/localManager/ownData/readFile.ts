import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { SqlSession } from '../store/database.js';
import { readCsv } from './readCsv.js';
import { readJson } from './readJson.js';
import { readParquet } from './readParquet.js';

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
