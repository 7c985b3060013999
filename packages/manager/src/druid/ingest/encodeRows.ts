import type { DuckDBDataChunk, DuckDBValue } from '@duckdb/node-api';
import type { DataSource } from 'netsensor-contract/query/dataSources';
import { sqlTime, type SqlSession } from '../../store/database.js';
import type { IngestColumns } from './ingestColumns.js';
import type { Batch } from './ingestPlan.js';

/** Rows as lines of JSON. */
export interface Lines {
  readonly text: string;
  readonly rows: number;
}

/** The name that the time has in a line, in milliseconds since 1970 UTC; no dimension of the contract is called so. */
export const timeField = '__ms';

/**
 * The rows of a stretch of time as lines of JSON, cut into pieces; a value that a row has not is left out.
 * @param longest characters of a piece; one that would be longer ends before
 */
export async function* encodeRows(
  session: SqlSession,
  source: DataSource,
  {
    columns,
    batch: { from, to },
    longest,
  }: { columns: IngestColumns; batch: Pick<Batch, 'from' | 'to'>; longest: number },
): AsyncGenerator<Lines> {
  const names = [timeField, ...columns.fields.map(({ name }) => name)];
  const selected = columns.fields.map(({ sql }) => sql);
  const statement = `SELECT ${[`epoch_ms("timestamp")`, ...selected].join(', ')} FROM ${source}
    WHERE "timestamp" >= $1 AND "timestamp" < $2 ORDER BY "timestamp"`;
  let lines: string[] = [];
  let length = 0;
  for await (const chunk of session.chunks(statement, [sqlTime(from), sqlTime(to)])) {
    for (const line of linesOf(chunk, names)) {
      if (length + line.length > longest && lines.length > 0) {
        yield { text: lines.join('\n'), rows: lines.length };
        lines = [];
        length = 0;
      }
      lines.push(line);
      length += line.length + 1;
    }
  }
  if (lines.length > 0) yield { text: lines.join('\n'), rows: lines.length };
}

function linesOf(chunk: DuckDBDataChunk, names: readonly string[]): string[] {
  const members: string[][] = Array.from({ length: chunk.rowCount }, () => []);
  for (const [index, name] of names.entries()) {
    const label = `${JSON.stringify(name)}:`;
    const values = chunk.getColumnValues(index);
    for (const [row, value] of values.entries()) {
      if (value !== null) members[row]?.push(label + written(value));
    }
  }
  return members.map(each => `{${each.join(',')}}`);
}

/** Whole numbers keep all of their 64 bits. */
const written = (value: DuckDBValue): string =>
  typeof value === 'bigint' ? String(value) : JSON.stringify(value);
