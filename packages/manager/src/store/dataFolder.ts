import { existsSync } from 'node:fs';
import { chmod, mkdir, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { explained, messageOf } from '../http/errors.js';
import { Database } from './database.js';
import { databaseFiles, type EngineOptions } from './engine.js';

const fileName = 'manager.duckdb';

/**
 * Opens the database of a data folder, which is made when it does not exist. Only this user may read it: it holds the key.
 * @throws Error with one sentence when the folder cannot be made, another manager uses it or the file is not a
 * database
 */
export async function openDataFolder(
  folder: string,
  { fresh, threads }: { fresh: boolean } & EngineOptions,
): Promise<Database> {
  await explained(
    makeFolders(resolve(folder)),
    error => `The folder ${folder} cannot be made (${firstLine(error)}); choose another one with --data.`,
  );
  const file = join(folder, fileName);
  if (fresh) await removeData(folder, file);
  const open = async () => {
    const database = await Database.open(file, { threads });
    const { records, analytics } = databaseFiles(file);
    for (const path of [records, analytics]) await chmod(path, 0o600);
    return database;
  };
  return explained(open, error => {
    if (isLocked(error)) {
      return `Another local manager is using ${folder}; stop it or choose another folder with --data.`;
    }
    return existsSync(file)
      ? `The data in ${folder} cannot be opened (${firstLine(error)}); start with --fresh to replace it.`
      : `No data can be kept in ${folder} (${firstLine(error)}); choose another folder with --data.`;
  });
}

/** Bytes that the analytics of a data folder take on disk. */
export async function sizeOfAnalytics(folder: string): Promise<number> {
  const { analytics } = databaseFiles(join(folder, fileName));
  const sizes = [analytics, `${analytics}.wal`].map(path =>
    stat(path).then(
      ({ size }) => size,
      () => 0,
    ),
  );
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

/** Makes a folder and those above it. With `recursive` Node tries for ever where nothing can be made, as in /proc. */
async function makeFolders(folder: string): Promise<void> {
  if (await isFolder(folder)) return;
  if (dirname(folder) !== folder) await makeFolders(dirname(folder));
  await mkdir(folder, { mode: 0o700 }).catch(async (error: unknown) => {
    if (!(await isFolder(folder))) throw error;
  });
}

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    found => found.isDirectory(),
    () => false,
  );

/** Removes only the files that a manager makes, and only while no other manager has them open. */
async function removeData(folder: string, file: string): Promise<void> {
  try {
    await (await Database.open(file)).close();
  } catch (error) {
    if (isLocked(error)) {
      throw new Error(`Another local manager is using ${folder}; stop it before starting with --fresh.`);
    }
  }
  const { records, analytics, temporary } = databaseFiles(file);
  const logs = [records, analytics].map(path => `${path}.wal`);
  for (const path of [records, analytics, ...logs, temporary]) {
    if (path !== undefined) await rm(path, { recursive: true, force: true });
  }
}

/** DuckDB gives no error codes, only this text: https://duckdb.org/docs/stable/connect/concurrency */
const isLocked = (error: unknown): boolean =>
  /could not set lock|being used by another process/i.test(firstLine(error));

const firstLine = (error: unknown): string => messageOf(error).split('\n')[0] ?? '';
