import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** A file in which VS Code keeps what is not saved. */
export interface Backup {
  readonly text: string;
  /** When it was written, in milliseconds since 1970. */
  readonly writtenAt: number;
}

/** Reads every backup below a folder; there is none before the folder is. */
export async function readBackups(folder: string): Promise<Backup[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter(entry => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const backups = await Promise.all(files.map(file => readBackup(file).catch(() => [])));
  return backups.flat();
}

/** A backup may go while it is read, when its document is saved or reverted. */
async function readBackup(file: string): Promise<Backup[]> {
  const { mtimeMs } = await stat(file);
  return [{ text: await readFile(file, 'utf8'), writtenAt: mtimeMs }];
}
