import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DuckDBDataChunk } from '@duckdb/node-api';
import { explained, messageOf } from '../http/errors.js';
import { Database, type SqlSession } from '../store/database.js';
import { checkValues, readDecimalCommas } from './checkValues.js';
import { fileColumns, mapColumns, type ColumnMapping, type MappedColumn } from './columnMapping.js';
import { extraColumns, type ExtraOfFile, rolledUpSql, extraDefinitions } from './rolledUpSql.js';
import type { LoadRequest } from './loadRequest.js';
import { readFile } from './readFile.js';
import { createAnalyticsTable, analyticsTables } from '../store/analyticsTables.js';

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
    const reason = messageOf(error);
    throw new Error(`--load ${request.source}=${request.file}: ${reason}`);
  }
}

async function readAndCheck(session: SqlSession, { source, file, timeColumn }: LoadRequest) {
  await session.run(`SET TimeZone = 'UTC'`);
  const read = await readFile(session, file);
  const mapping = mapColumns(source, fileColumns(read.header), timeColumn);
  if (read.hasDecimalCommas) await readDecimalCommas(session, source, mapping);
  await checkValues(session, read, { source, mapping });
  const extras = await extraColumns(session, source, mapping.extras);
  await explained(
    session.run(`CREATE TABLE rolled_up AS ${rolledUpSql(source, mapping, extras)}`),
    error => `the rows of a minute cannot be added up (${String(error).split('\n')[0]}).`,
  );
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

/** Replaces all rows of a data source, and the columns that an earlier file added, with those of a file. */
export async function storeLoad(session: SqlSession, load: PreparedLoad): Promise<void> {
  const { source, extras } = load;
  await session.run(createAnalyticsTable(source, extraDefinitions(extras)));
  await session.run('DELETE FROM extra_columns WHERE source = $1', [source]);
  for (const { name, column, sum_type } of extras) {
    await session.run('INSERT INTO extra_columns VALUES ($1, $2, $3, $4)', [source, name, column, sum_type]);
  }
  await load.copy(rows => session.appendChunks(source, rows));
}

/** What became of a file, in a few lines for the person who loaded it. */
export function loadSummary(load: PreparedLoad): string[] {
  const { source, file, rows, span, mapping, extras } = load;
  const count = (rows: number) => rows.toLocaleString('en');
  const stored = rows.stored === rows.read ? '' : `, rolled up to ${count(rows.stored)}`;
  const read = `${count(rows.read)} ${rows.read === 1 ? 'row' : 'rows'}`;
  const lines = [
    ['time', `${mapping.time.name} (${minute(span.first)} to ${minute(span.last)} UTC)`],
    ['dimensions', mapping.dimensions.map(storedAs).join(', ') || 'none'],
    ['metrics', [...mapping.metrics.map(storedAs), ...missingMetrics(load)].join(', ')],
    ['extra', extras.map(({ name, sum_type }) => (sum_type ? `${name} (also as number)` : name)).join(', ')],
  ];
  return [
    `Loaded ${source} from ${file}: ${read}${stored}.`,
    ...lines.filter(([, text]) => text !== '').map(([what = '', text]) => `  ${what.padEnd(11)} ${text}`),
  ];
}

const minute = (time: Date): string => time.toISOString().slice(0, 16).replace('T', ' ');

const storedAs = ({ name, target }: MappedColumn): string =>
  name === target ? name : `${name} as ${target}`;

function missingMetrics({ source, mapping }: PreparedLoad): string[] {
  const given = new Set(mapping.metrics.map(({ target }) => target));
  const measured = mapping.dimensions.find(({ target }) => target === 'value');
  return Object.keys(analyticsTables[source].metrics)
    .filter(name => !given.has(name))
    .map(name => {
      if (name === 'events') return 'events 1 per row';
      return measured && name.endsWith('_value') ? `${name} from ${measured.name}` : `${name} 0`;
    });
}
