import { AccessPointStore } from './accessPointStore.js';
import type { Stores } from './app.js';
import type { Database, SqlSession } from './database.js';
import { populate } from './generator/populate.js';
import { InventoryStore } from './inventoryStore.js';
import { SensorStore } from './sensorStore.js';
import { UserStore } from './userStore.js';

/** Changes with the tables; data of another version is not opened. */
const tablesVersion = '1';
const defaultSeed = 1;

export interface StoreOptions {
  /** Seed of the generated data; undefined takes what the database was made with. */
  readonly seed?: number | undefined;
  /** The present, in milliseconds since 1970 UTC; generated data ends there. */
  readonly now?: () => number;
  /** Called with a sentence before a step that takes a while. */
  readonly progress?: (sentence: string) => void;
}

/**
 * The stores over a database, which is filled with generated data when it is empty.
 * @throws Error with one sentence when the data was made with another seed or by another version
 */
export async function createStores(database: Database, options: StoreOptions = {}): Promise<Stores> {
  const { seed, now = Date.now, progress } = options;
  const found = await database.read(readProperties);
  if (!found) {
    progress?.('Generating a network with a week of traffic...');
    const chosen = seed ?? defaultSeed;
    await database.write(async session => {
      await populate(session, { seed: chosen, now: now() });
      await session.append('manager', [
        ['version', tablesVersion],
        ['seed', String(chosen)],
      ]);
    });
  } else {
    checkProperties(found, seed);
  }
  return {
    database,
    users: await UserStore.load(database),
    sensors: new SensorStore(database),
    accessPoints: new AccessPointStore(database),
    inventory: new InventoryStore(database, now),
  };
}

async function readProperties(session: SqlSession): Promise<Map<string, string> | undefined> {
  const tables = await session.rows(`SELECT 1 FROM duckdb_tables() WHERE table_name = 'manager'`);
  if (tables.length === 0) return undefined;
  const rows = await session.rows<{ name: string; value: string }>('SELECT name, value FROM manager');
  return new Map(rows.map(row => [row.name, row.value]));
}

function checkProperties(found: ReadonlyMap<string, string>, seed: number | undefined): void {
  if (found.get('version') !== tablesVersion) {
    throw new Error('The data folder was made by another version; start with --fresh to replace its data.');
  }
  if (seed !== undefined && found.get('seed') !== String(seed)) {
    throw new Error(
      `The data folder was made with seed ${found.get('seed')}; add --fresh to replace its data with seed ${seed}.`,
    );
  }
}
