import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface TemporaryFolder {
  readonly path: string;
  remove(): void;
}

/** A fresh folder that is gone at the latest when this process ends. */
export async function temporaryFolder(purpose: string): Promise<TemporaryFolder> {
  const path = await mkdtemp(join(tmpdir(), `netsensor-${purpose}-`));
  const removeFiles = (): void => rmSync(path, { recursive: true, force: true, maxRetries: 5 });
  process.once('exit', removeFiles);
  const remove = (): void => {
    process.off('exit', removeFiles);
    removeFiles();
  };
  return { path, remove };
}

/** The folder that was asked for, which stays, or else a temporary one. */
export async function givenOrTemporaryFolder(
  given: string | undefined,
  purpose: string,
): Promise<TemporaryFolder> {
  return given === undefined ? temporaryFolder(purpose) : { path: given, remove: () => undefined };
}
