import { AccessPointStore, readAccessPoints } from './accessPointStore.js';
import type { Stores } from './app.js';
import type { Database } from './database.js';
import { addAnalyticsRows } from './generator/analyticsRows.js';
import { populate } from './generator/populate.js';
import { InventoryStore } from './inventoryStore.js';
import { readProperties, writeProperties, type ManagerProperties } from './managerProperties.js';
import { readSensors, SensorStore } from './sensorStore.js';
import { UserStore } from './userStore.js';

/** Changes with the tables; data of another version is not opened. */
const tablesVersion = '2';
const defaultSeed = 1;
const minute = 60_000;
const week = 7 * 24 * 60;
/** Minutes that may be missing after a quick restart; filling them would only make it slower. */
const shortPause = 5;

export interface StoreOptions {
  /** Seed of the generated data; undefined takes what the database was made with. */
  readonly seed?: number | undefined;
  /** The present, in milliseconds since 1970 UTC; generated data ends there. */
  readonly now?: () => number;
  /** Minutes of analytics before the present; a week by default. */
  readonly history?: number;
  /** Stops the filling; nothing is left behind then. */
  readonly signal?: AbortSignal;
  /** Called with a sentence before a step that takes a while. */
  readonly progress?: (sentence: string) => void;
}

/**
 * The stores over a database. An empty one is filled with generated data; one that was left alone for a while gets
 * the minutes it missed.
 * @throws Error with one sentence when the data was made with another seed or by another version
 */
export async function createStores(database: Database, options: StoreOptions = {}): Promise<Stores> {
  const { now = Date.now } = options;
  const found = await database.read(readProperties);
  if (found) checkProperties(found, options.seed);
  await fill(database, found, options);
  return {
    database,
    users: await UserStore.load(database),
    sensors: new SensorStore(database),
    accessPoints: new AccessPointStore(database),
    inventory: new InventoryStore(database, now),
  };
}

/** Adds in one transaction what is missing: everything, or the minutes up to the present. */
async function fill(
  database: Database,
  found: ManagerProperties | undefined,
  { seed: asked, now = Date.now, history = week, progress, signal }: StoreOptions,
): Promise<void> {
  const to = Math.floor(now() / minute);
  const from = Math.max(found?.filledTo ?? 0, to - history);
  if (found && to - found.filledTo < shortPause) return;
  progress?.(
    found ? 'Adding the traffic since the last start...' : 'Generating a network and a week of traffic...',
  );
  const seed = found?.seed ?? asked ?? defaultSeed;
  await database.write(async session => {
    if (!found) await populate(session, { seed, now: now() });
    const network = {
      sensors: await readSensors(session),
      accessPoints: await readAccessPoints(session),
      seed,
    };
    if (from < to) await addAnalyticsRows(session, network, { from, to });
    await writeProperties(session, { version: tablesVersion, seed, filledTo: to });
  }, signal);
}

function checkProperties(found: ManagerProperties, seed: number | undefined): void {
  if (found.version !== tablesVersion) {
    throw new Error('The data folder was made by another version; start with --fresh to replace its data.');
  }
  if (seed !== undefined && found.seed !== seed) {
    throw new Error(
      `The data folder was made with seed ${found.seed}; add --fresh to replace its data with seed ${seed}.`,
    );
  }
}
