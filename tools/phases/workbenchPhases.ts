import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { runPackageSuite, runWorkbenchSuite } from '../../test/e2e/run.js';
import { Failure } from '../../test/host/failure.js';
import { repositoryPath } from '../../test/host/repositoryPath.js';
import { runCommand } from '../../test/host/runCommand.js';
import { buildVsix } from '../packaging/buildVsix.js';
import type { Phase, PhaseContext } from './phase.js';

interface WorkbenchSuites {
  readonly runWorkbenchSuite: typeof runWorkbenchSuite;
  readonly runPackageSuite: typeof runPackageSuite;
}

/** Mouse and keyboard in the window, with the extension loaded from its folder. */
export const workbenchPhase: Phase = {
  name: 'workbench',
  title: 'Workbench tests with mouse and keyboard',
  run: async context => (await suites()).runWorkbenchSuite(context),
};

/** The VSIX that users would get, installed into a clean VS Code and used. */
export const packagePhase: Phase = {
  name: 'package',
  title: 'The packaged extension in a clean VS Code',
  run: async context => {
    await packageForTest(context);
    return (await suites()).runPackageSuite(context);
  },
};

/** The suites are a bundle of their own, because they import every test file. */
async function suites(): Promise<WorkbenchSuites> {
  const module: unknown = await import(pathToFileURL(repositoryPath('out', 'e2e', 'run.js')).href);
  return module as WorkbenchSuites;
}

async function packageForTest({ print }: PhaseContext): Promise<void> {
  const args = [repositoryPath('esbuild.mjs'), '--production'];
  const build = await runCommand({ command: process.execPath, args, cwd: repositoryPath(), timeout: 60_000 });
  if (build.exitCode !== 0) throw new Failure(`The production build failed:\n${build.output.trim()}`);
  const target = repositoryPath('out', 'netsensor.vsix');
  await mkdir(dirname(target), { recursive: true });
  const { files, bytes } = await buildVsix(target);
  print(`${files.length} files, ${Math.round(bytes / 1000)} kB`);
}
