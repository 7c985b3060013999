import { createApp, type AppLog } from './app.js';
import { openDataFolder } from './dataFolder.js';
import type { Database } from './database.js';
import { listen } from './listener.js';
import { createStores, type StoreOptions } from './managerStore.js';

/** A manager that serves; `database` lets a test in the same process ask SQL directly while it runs. */
export interface RunningManager {
  /** `http://127.0.0.1:<port>`. */
  readonly url: string;
  readonly apiKey: string;
  readonly database: Database;
  readonly close: () => Promise<void>;
}

export interface StartOptions extends StoreOptions {
  /** Folder that keeps the data and the API key. */
  readonly data: string;
  readonly fresh: boolean;
  /** 0 takes a free port. */
  readonly port: number;
  readonly log: AppLog;
}

/**
 * Opens or generates the data and serves it on 127.0.0.1.
 * @throws Error with one sentence when the folder is in use, made otherwise, or the port is taken
 */
export async function startManager(options: StartOptions): Promise<RunningManager> {
  const database = await openDataFolder(options.data, options);
  try {
    const stores = await createStores(database, options);
    const app = createApp(stores, options.log);
    const url = await listen(app, options.port);
    const close = async () => {
      await app.close();
      await database.close();
    };
    return { url, apiKey: stores.users.administrator().authentication_token, database, close };
  } catch (error) {
    await database.close();
    throw error;
  }
}
