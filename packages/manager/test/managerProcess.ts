import { build } from 'esbuild';
import { rm } from 'node:fs/promises';
import { repositoryPath } from '../../../test/host/repositoryPath.js';
import { managerBundle } from '../bundle.mjs';
import {
  startLocalManager,
  type LocalManager,
  type LocalManagerOptions,
} from '../../../test/support/startLocalManager.js';

/** The local manager's command line as a program of its own, built from the source as it is. */
export interface ManagerProgram {
  readonly path: string;
  readonly start: (options: LocalManagerOptions) => Promise<LocalManager>;
  readonly remove: () => Promise<void>;
}

/** Bundles the command line into the cache, where it finds the packages that it needs. */
export async function buildManagerProgram(): Promise<ManagerProgram> {
  const path = repositoryPath('.cache', 'unit', `localManager-${process.pid}.mjs`);
  await build({
    ...managerBundle,
    entryPoints: [repositoryPath('packages', 'manager', 'src', 'main.ts')],
    outfile: path,
    logLevel: 'error',
  });
  return {
    path,
    start: options => startLocalManager({ ...options, program: path }),
    remove: () => rm(path, { force: true }),
  };
}
