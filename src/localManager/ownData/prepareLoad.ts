import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DuckDBDataChunk } from '@duckdb/node-api';
import { Database, type SqlSession } from '../store/database.js';
import { checkValues } from './checkValues.js';
import { fileColumns, mapColumns, type ColumnMapping } from './columnMapping.js';
import { extraColumns, type ExtraOfFile } from './extraColumns.js';
import type { LoadRequest } from './loadRequest.js';
import { readFile } from './readFile.js';
import { rolledUpSql } from './rolledUpSql.js';

/** A file that was read and found good; nothing of the manager's data is touched yet. */
export interface PreparedLoad extends LoadRequest {
  readonly mapping: ColumnMapping;
  readonly extras: readonly ExtraOfFile[];
  /** Rows of the file, and rows after rolling them up to the minute. */
  readonly rows: { readonly read: number; readonly stored: number };
  /** First and last minute. */
  readonly span: { readonly first: Date; readonly last: Date };
  /** Passes the stored rows, in the column order of the analytics table. */
  readonly copy: (to: (rows: AsyncIterable<DuckDBDataChunk>) => Promise<void>) => Promise<void>;
  /** Forgets the file. */
  readonly close: () => Promise<void>;
}

/**
 * Reads a file into a database of its own and checks every value.
 * @throws Error with one sentence that names the option, the file and, where there is one, row and column
 */
export async function prepareLoad(request: LoadRequest): Promise<PreparedLoad> {
  const reader = await Database.openFileReader(join(tmpdir(), `netsensor-load-${process.pid}`));
  try {
    // The engine's sessions end with their connection, the tables stay.
    const read = await reader.read(session => readAndCheck(session, request));
    return {
      ...request,
      ...read,
      copy: to => reader.read(session => to(session.chunks('SELECT * FROM rolled_up ORDER BY rowid'))),
      close: () => reader.close(),
    };
  } catch (error) {
    await reader.close();
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`--load ${request.source}=${request.file}: ${reason}`);
  }
}

async function readAndCheck(session: SqlSession, { source, file, timeColumn }: LoadRequest) {
  await session.run(`SET TimeZone = 'UTC'`);
  const read = await readFile(session, file);
  const mapping = mapColumns(source, fileColumns(read.header), timeColumn);
  await checkValues(session, read, { source, mapping });
  const extras = await extraColumns(session, source, mapping.extras);
  await session
    .run(`CREATE TABLE rolled_up AS ${rolledUpSql(source, mapping, extras)}`)
    .catch((error: unknown) => {
      throw new Error(`the rows of a minute cannot be added up (${String(error).split('\n')[0]}).`);
    });
  const [row] = await session.rows<{ read: bigint; stored: bigint; first: Date; last: Date }>(
    `SELECT (SELECT count(*) FROM records) AS read, count(*) AS stored, min(t) AS first, max(t) AS last FROM rolled_up`,
  );
  if (!row) throw new Error('the file holds no rows.');
  const { first, last } = row;
  return {
    mapping,
    extras,
    rows: { read: Number(row.read), stored: Number(row.stored) },
    span: { first, last },
  };
}
