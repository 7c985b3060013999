import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Failure } from '../../test/host/failure.js';
import { repositoryPath } from '../../test/host/repositoryPath.js';
import { runCommand } from '../../test/host/runCommand.js';
import { buildVsix, type Vsix } from './buildVsix.js';

/** The VSIX that the package test and the pictures use. */
export const testVsix = repositoryPath('out', 'netsensor.vsix');

/** Builds as for a release and packs the result into {@link testVsix}. @throws {Failure} when either fails. */
export async function packProductionBuild(): Promise<Vsix> {
  const args = [repositoryPath('esbuild.mjs'), '--production'];
  const build = await runCommand({ command: process.execPath, args, cwd: repositoryPath(), timeout: 60_000 });
  if (build.exitCode !== 0) throw new Failure(`The production build failed:\n${build.output.trim()}`);
  await mkdir(dirname(testVsix), { recursive: true });
  return buildVsix(testVsix);
}
