import type { DataEngine } from '../dataQuery/dataEngine.js';
import { createApp, type AppLog } from '../app.js';
import type { DruidOptions } from '../druid/connection/druidOptions.js';
import { openDataFolder } from '../store/dataFolder.js';
import type { Database } from '../store/database.js';
import type { EngineOptions } from '../store/engine.js';
import { listen, requirePort, stopListening } from '../http/listener.js';
import { clusterData, embeddedData, type DataOptions } from './managerData.js';
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

export interface StartOptions extends DataOptions, EngineOptions {
  /** Folder that keeps the data and the API key. */
  readonly data: string;
  readonly fresh: boolean;
  /** 0 takes a free port. */
  readonly port: number;
  readonly log: AppLog;
  /** The cluster that answers data queries; no rows are generated then. */
  readonly druid?: DruidOptions | undefined;
  readonly dialect?: DialectName;
  /** Whether it serves https with a certificate of its own, which the folder keeps. */
  readonly tls?: boolean;
  /** Rules by which it fails. */
  readonly faults?: FaultPlanInput | undefined;
  /** Names by which it is reached besides those of this computer. */
  readonly hostNames?: readonly string[];
}

/**
 * Opens or generates the data and serves it on 127.0.0.1.
 * @throws Error with one sentence when the folder is in use, made otherwise, or the port is taken
 */
export async function startManager(options: StartOptions): Promise<RunningManager> {
  if (options.port !== 0) await requirePort(options.port);
  const database = await openDataFolder(options.data, options);
  let engine: DataEngine | undefined;
  try {
    const { druid } = options;
    const data = druid ? await clusterData(database, druid, options) : await embeddedData(database, options);
    const { stores, era } = data;
    engine = data.engine;
    const { tls: isHttps = false, dialect: dialectName = 'manager' } = options;
    const tls = isHttps
      ? await folderCertificate(options.data, options.progress ?? (() => undefined))
      : undefined;
    const faults = options.faults && faultPlan.parse(options.faults);
    const app = createApp(stores, options.log, {
      dialect: dialects[dialectName],
      era,
      engine,
      tls,
      faults,
      hostNames: options.hostNames,
    });
    const url = await listen(app, options.port);
    const end = data.begin();
    const close = async () => {
      await Promise.all([end(), stopListening(app)]);
      await engine?.close();
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
    await engine?.close();
    await database.close();
    throw error;
  }
}
