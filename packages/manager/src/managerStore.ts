import type { Stores } from './app.js';
import type { Database } from './store/database.js';
import { readColumns } from './dataQuery/sql/sourceColumns.js';
import { fillDatabase, type FillOptions } from './feed/fillDatabase.js';
import { InventoryStore } from './inventory/inventoryStore.js';
import { UserStore } from './users/userStore.js';

export type StoreOptions = FillOptions;

/**
 * The stores over a database. An empty one is filled with generated data or files; one that was left alone for a while
 * gets the minutes it missed.
 * @throws Error with one sentence when the data was made otherwise or by another version, or a file cannot be loaded
 */
export async function createStores(database: Database, options: StoreOptions = {}): Promise<Stores> {
  const { now = Date.now } = options;
  await fillDatabase(database, options);
  return {
    database,
    now,
    columns: await database.read(readColumns),
    users: await UserStore.load(database),
    inventory: new InventoryStore(database, now),
  };
}
