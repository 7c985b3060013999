import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runTests } from '@vscode/test-electron';
import { Failure } from '../test/host/failure.js';
import { writeFirstExtension } from '../test/host/firstExtension.js';
import { repositoryPath } from '../test/host/repositoryPath.js';
import { runTool } from '../test/host/runTool.js';
import { temporaryFolder } from '../test/host/temporaryFolder.js';
import { startHandedManager } from '../test/support/handedManager.js';
import type { SuiteReport } from '../test/support/suiteReport.js';
import { integrationSuite } from './phases/integrationPhase.js';
import type { PhaseContext } from './phases/phase.js';
import { runPhases } from './phases/runPhases.js';

/** `npm run test:desktop [-- --version 1.110.0]`: the integration suite in a desktop VS Code, which is downloaded. */
await runTool(async scope => {
  const { values } = parseArgs({ options: { version: { type: 'string', default: 'stable' } } });
  const phase = {
    name: 'desktop',
    title: `Integration tests inside desktop VS Code (${values.version})`,
    run: (context: PhaseContext) => runDesktopTests(context, values.version),
  };
  return runPhases([[phase]], { scope, print: line => console.log(line) });
});

async function runDesktopTests({ scope }: PhaseContext, version: string): Promise<SuiteReport> {
  const folder = await temporaryFolder('desktop');
  scope.defer(() => folder.remove());
  const work = folder.path;
  const reportFile = join(work, 'report.json');
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const ended = await runTests({
    version,
    cachePath: repositoryPath('.cache', 'desktop'),
    extensionDevelopmentPath: [
      repositoryPath(),
      await writeFirstExtension(join(work, 'extensions'), integrationSuite),
    ],
    extensionTestsPath: integrationSuite,
    extensionTestsEnv: { NETSENSOR_TEST_REPORT: reportFile, ...(await startHandedManager(scope, {})) },
    launchArgs: [work, '--disable-workspace-trust', '--user-data-dir', join(work, 'data'), ...asRoot],
  }).catch((error: unknown) => (error instanceof Error ? error.message : String(error)));
  const text = await readFile(reportFile, 'utf8').catch(() => undefined);
  if (text !== undefined) return JSON.parse(text) as SuiteReport;
  throw new Failure(`Desktop VS Code could not be downloaded or started: ${ended}.`);
}
