import { chmod, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Database } from './database.js';

const fileName = 'manager.duckdb';

/**
 * Opens the database of a data folder, which is made when it does not exist. Only this user may read it: it holds the key.
 * @throws Error with one sentence when another manager uses the folder or the file is not a database
 */
export async function openDataFolder(folder: string, { fresh }: { fresh: boolean }): Promise<Database> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, fileName);
  if (fresh) await removeData(folder, file);
  try {
    const database = await Database.open(file);
    await chmod(file, 0o600);
    return database;
  } catch (error) {
    throw isLocked(error)
      ? new Error(`Another local manager is using ${folder}; stop it or choose another folder with --data.`)
      : new Error(
          `The data in ${folder} cannot be opened (${firstLine(error)}); start with --fresh to replace it.`,
        );
  }
}

/** Removes only the files that a manager makes, and only while no other manager has them open. */
async function removeData(folder: string, file: string): Promise<void> {
  try {
    await (await Database.open(file)).close();
  } catch (error) {
    if (isLocked(error)) {
      throw new Error(`Another local manager is using ${folder}; stop it before starting with --fresh.`);
    }
  }
  for (const path of [file, `${file}.wal`, `${file}.tmp`]) await rm(path, { recursive: true, force: true });
}

/** DuckDB gives no error codes, only this text: https://duckdb.org/docs/stable/connect/concurrency */
const isLocked = (error: unknown): boolean =>
  /could not set lock|being used by another process/i.test(firstLine(error));

const firstLine = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '';
