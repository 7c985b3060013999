import { dataSourceNames, type DataSource } from 'netsensor-contract/query/dataSources';
import type { SqlSession } from '../store/database.js';
import type { Minutes } from './minutes.js';
import { isScaleName, type ScaleName } from '../generator/network/scales.js';

/** What a database knows about its own making. */
export interface ManagerProperties {
  /** Version of the tables. */
  readonly version: string;
  /** Seed of the generated data. */
  readonly seed: number;
  /** Size of the generated data. */
  readonly scale: ScaleName;
  /** Minute since 1970 UTC up to which generated rows were made or are listed as missing. */
  readonly filledTo: number;
  /** Stretches before that whose rows are still to be made, ascending. */
  readonly missing: readonly Minutes[];
  /** Data sources whose rows come from a file, and that get no generated ones. */
  readonly loaded: readonly DataSource[];
}

/** What is kept with the records; the rest is kept with the analytics, and is written together with rows. */
type Origin = Pick<ManagerProperties, 'version' | 'seed' | 'scale'>;

/** Undefined for a database without tables. Where the analytics are gone, all of them are still to be made. */
export async function readProperties(session: SqlSession): Promise<ManagerProperties | undefined> {
  const tables = await session.arrays(
    `SELECT table_name FROM duckdb_tables() WHERE table_name IN ('manager', 'filling')`,
  );
  const names = tables.map(([name]) => name);
  if (!names.includes('manager')) return undefined;
  const values = await readValues(session, 'manager');
  const filling = names.includes('filling')
    ? await readValues(session, 'filling')
    : new Map<string, string>();
  const scale = values.get('scale') ?? '';
  const loaded = (filling.get('loaded') ?? '').split(',');
  return {
    version: values.get('version') ?? '',
    seed: Number(values.get('seed')),
    scale: isScaleName(scale) ? scale : 'small',
    filledTo: Number(filling.get('filledTo') ?? 0),
    missing: JSON.parse(filling.get('missing') ?? '[]') as Minutes[],
    loaded: dataSourceNames.filter(source => loaded.includes(source)),
  };
}

/** Records what the records were made from. */
export const writeOrigin = (session: SqlSession, { version, seed, scale }: Origin): Promise<void> =>
  writeValues(session, 'manager', { version, seed: String(seed), scale });

/** Records which rows there are. */
export const writeFilling = (
  session: SqlSession,
  { filledTo, missing, loaded }: Omit<ManagerProperties, keyof Origin>,
): Promise<void> =>
  writeValues(session, 'filling', {
    filledTo: String(filledTo),
    missing: JSON.stringify(missing),
    loaded: loaded.join(','),
  });

type ValueTable = 'manager' | 'filling';

async function readValues(session: SqlSession, table: ValueTable): Promise<Map<string, string>> {
  const rows = await session.rows<{ name: string; value: string }>(`SELECT name, value FROM ${table}`);
  return new Map(rows.map(({ name, value }) => [name, value]));
}

async function writeValues(
  session: SqlSession,
  table: ValueTable,
  values: Readonly<Record<string, string>>,
): Promise<void> {
  await session.run(`DELETE FROM ${table}`);
  await session.append(table, Object.entries(values));
}
