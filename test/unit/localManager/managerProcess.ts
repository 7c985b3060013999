import { build } from 'esbuild';
import { rm } from 'node:fs/promises';
import { repositoryPath } from '../../host/repositoryPath.js';
import { installedPackages } from '../../../tools/packaging/installedPackages.mjs';
import {
  startLocalManager,
  type LocalManager,
  type LocalManagerOptions,
} from '../../support/startLocalManager.js';

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
    entryPoints: [repositoryPath('src', 'localManager', 'main.ts')],
    outfile: path,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    external: await installedPackages(repositoryPath()),
    logLevel: 'error',
  });
  return {
    path,
    start: options => startLocalManager({ ...options, program: path }),
    remove: () => rm(path, { force: true }),
  };
}
