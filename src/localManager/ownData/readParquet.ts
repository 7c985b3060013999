import type { SqlSession } from '../store/database.js';
import type { FileToRead, ReadFile } from './readFile.js';

/** Reads a Parquet file, every value as its text. */
export async function readParquet(session: SqlSession, { pattern }: FileToRead): Promise<ReadFile> {
  const described = await session
    .rows<{ column_name: string }>('DESCRIBE FROM read_parquet($1)', [pattern])
    .catch((error: unknown) => {
      throw new Error(`this is not a Parquet file (${firstLine(error)}).`);
    });
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
