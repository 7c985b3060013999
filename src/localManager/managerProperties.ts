import type { SqlSession } from './database.js';

/** What a database knows about its own making. */
export interface ManagerProperties {
  /** Version of the tables. */
  readonly version: string;
  /** Seed of the generated data. */
  readonly seed: number;
  /** Minute since 1970 UTC up to which the analytics tables are filled. */
  readonly filledTo: number;
}

/** Undefined for a database without tables. */
export async function readProperties(session: SqlSession): Promise<ManagerProperties | undefined> {
  const tables = await session.rows(`SELECT 1 FROM duckdb_tables() WHERE table_name = 'manager'`);
  if (tables.length === 0) return undefined;
  const rows = await session.rows<{ name: string; value: string }>('SELECT name, value FROM manager');
  const values = new Map(rows.map(row => [row.name, row.value]));
  return {
    version: values.get('version') ?? '',
    seed: Number(values.get('seed')),
    filledTo: Number(values.get('filledTo')),
  };
}

export async function writeProperties(session: SqlSession, properties: ManagerProperties): Promise<void> {
  await session.run('DELETE FROM manager');
  for (const [name, value] of Object.entries(properties)) {
    await session.run('INSERT INTO manager VALUES ($1, $2)', [name, String(value)]);
  }
}
