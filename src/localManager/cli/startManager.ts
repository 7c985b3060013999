import { createApp, type AppLog } from '../http/app.js';
import type { EraName } from '../dataQuery/eras.js';
import type { DruidOptions } from '../druid/connection/druidOptions.js';
import type { ClusterSetup } from '../druid/openCluster.js';
import { openDataFolder } from '../store/dataFolder.js';
import type { Database } from '../store/database.js';
import type { EngineOptions } from '../store/engine.js';
import { startFeed, type FeedOptions } from '../feed/startFeed.js';
import { listen, requirePort, stopListening } from '../http/listener.js';
import { createStores, type StoreOptions } from '../store/managerStore.js';
import { certificatePath, folderCertificate } from '../variety/certificate.js';
import { type DialectName, dialects } from '../variety/dialects.js';
import { faultPlan, type FaultPlanInput } from '../variety/faults/faultPlan.js';

/** A manager that serves; `database` lets a test in the same process ask SQL directly while it runs. */
export interface RunningManager {
  /** `http://127.0.0.1:<port>`, or https. */
  readonly url: string;
  readonly apiKey: string;
  /** Of a manager that serves https. */
  readonly certificate: { readonly path: string; readonly fingerprint256: string } | undefined;
  readonly database: Database;
  /** Takes no more requests, lets those under way end or cuts them after three seconds, and closes the data. */
  readonly close: () => Promise<void>;
}

export interface StartOptions extends StoreOptions, EngineOptions {
  /** Folder that keeps the data and the API key. */
  readonly data: string;
  readonly fresh: boolean;
  /** 0 takes a free port. */
  readonly port: number;
  readonly log: AppLog;
  /** Whether rows of every minute that passes are added; otherwise only older history that is missing. */
  readonly live?: boolean;
  /** Stands in for the timer, so that a test decides when a minute has passed. */
  readonly wait?: FeedOptions['wait'];
  /** Called after rows were added, with the minute since 1970 UTC up to which they reach. */
  readonly added?: FeedOptions['added'];
  readonly dialect?: DialectName;
  /** Engine whose answers queries get. */
  readonly era?: EraName | undefined;
  /** The cluster that answers data queries; no rows are generated then. */
  readonly druid?: DruidOptions | undefined;
  /** Whether it serves https with a certificate of its own, which the folder keeps. */
  readonly tls?: boolean;
  /** Rules by which it fails. */
  readonly faults?: FaultPlanInput | undefined;
}

/**
 * Opens or generates the data and serves it on 127.0.0.1.
 * @throws Error with one sentence when the folder is in use, made otherwise, or the port is taken
 */
export async function startManager(options: StartOptions): Promise<RunningManager> {
  if (options.port !== 0) await requirePort(options.port);
  const database = await openDataFolder(options.data, options);
  try {
    const noProgress = () => undefined;
    const { progress = noProgress, druid } = options;
    // What nobody asks for stays missing, and is made when the manager answers by itself again.
    const stores = await createStores(database, { ...options, ...(druid && { atOnce: 0 }) });
    const cluster = druid && (await openDruid(druid, { ...stores, era: options.era, progress }));
    const { tls: isHttps = false, dialect: dialectName = 'manager' } = options;
    const tls = isHttps ? await folderCertificate(options.data, progress) : undefined;
    const faults = options.faults && faultPlan.parse(options.faults);
    const app = createApp(stores, options.log, {
      dialect: dialects[dialectName],
      era: cluster?.era ?? options.era,
      engine: cluster?.engine,
      tls,
      faults,
    });
    const url = await listen(app, options.port);
    const feed = cluster
      ? undefined
      : startFeed(database, { live: false, ...options, failure: options.log.failure });
    const close = async () => {
      await Promise.all([feed?.stop(), stopListening(app)]);
      await cluster?.engine.close();
      await database.close();
    };
    return {
      url,
      apiKey: stores.users.administrator().authentication_token,
      certificate: tls && { path: certificatePath(options.data), fingerprint256: tls.fingerprint256 },
      database,
      close,
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Loaded only where there is a cluster. */
async function openDruid(options: DruidOptions, setup: Omit<ClusterSetup, 'environment'>) {
  const { openCluster } = await import('../druid/openCluster.js');
  return openCluster(options, { ...setup, environment: process.env });
}
