import type { DataEngine } from '../dataQuery/dataEngine.js';
import type { EraName } from '../dataQuery/eras.js';
import type { DruidOptions } from '../druid/connection/druidOptions.js';
import { startFeed, type FeedOptions } from '../feed/startFeed.js';
import type { AppLog, Stores } from '../app.js';
import type { Database } from '../store/database.js';
import { createStores, type StoreOptions } from '../managerStore.js';

/** What decides what a manager serves. */
export interface DataOptions extends StoreOptions {
  readonly log: AppLog;
  /** Whether rows of every minute that passes are added; otherwise only older history that is missing. */
  readonly live?: boolean;
  /** Stands in for the timer, so that a test decides when a minute has passed. */
  readonly wait?: FeedOptions['wait'];
  /** Called after rows were added, with the minute since 1970 UTC up to which they reach. */
  readonly added?: FeedOptions['added'];
  /** Loads all rows into the cluster, which are made for it then. */
  readonly fillCluster?: ((database: Database) => Promise<void>) | undefined;
  /** Engine whose answers queries get. */
  readonly era?: EraName | undefined;
}

/** What a manager serves, and who answers its data queries. */
export interface ManagerData {
  readonly stores: Stores;
  readonly era: EraName | undefined;
  /** Undefined for the manager's own. */
  readonly engine: DataEngine | undefined;
  /** What goes on while it serves; answers how to end that. */
  readonly begin: () => () => Promise<void>;
}

/** Data that is all in the database, to which rows are added while the manager serves. */
export async function embeddedData(database: Database, options: DataOptions): Promise<ManagerData> {
  const stores = await createStores(database, options);
  const failure = options.log.failure;
  const begin = () => startFeed(database, { live: false, ...options, failure }).stop;
  return { stores, era: options.era, engine: undefined, begin };
}

/**
 * Records in the database, and rows in a cluster. No rows are made here unless they are to be loaded into it: they stay
 * missing until the manager answers by itself.
 * @throws Error with one sentence when the cluster cannot be used
 */
export async function clusterData(
  database: Database,
  druid: DruidOptions,
  { era, progress = () => undefined, fillCluster, ...options }: DataOptions,
): Promise<ManagerData> {
  if (options.history && !fillCluster)
    progress('--history counts with --ingest: without it the rows are those of the cluster.');
  const stores = await createStores(database, { ...options, progress, ...(!fillCluster && { atOnce: 0 }) });
  await fillCluster?.(database);
  // Loaded only where there is a cluster.
  const { openCluster } = await import('../druid/openCluster.js');
  const cluster = await openCluster(druid, { ...stores, era, progress, environment: process.env });
  return { stores, ...cluster, begin: () => () => Promise.resolve() };
}
