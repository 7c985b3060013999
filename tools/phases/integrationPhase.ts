import { repositoryPath } from '../../test/host/repositoryPath.js';
import { runExtensionTests } from '../../test/host/runExtensionTests.js';
import { readEdition, type EditionName } from '../../test/host/vscodeEdition.js';
import type { SuiteReport } from '../../test/support/suiteReport.js';
import type { Phase, PhaseContext } from './phase.js';
import { withSecondTry } from './secondTry.js';

/** The compiled entry of the suite that runs inside the extension host, whichever VS Code that is in. */
export const integrationSuite = repositoryPath('out', 'integration', 'run.cjs');

/** What only VS Code can answer, asked inside its extension host. */
export const integrationPhase: Phase = {
  name: 'integration',
  title: 'Integration tests inside VS Code',
  run: withSecondTry(context => runIntegrationTests(context, 'pinned')),
};

/** Runs the integration suite in one of the two VS Codes that npm provides. */
export async function runIntegrationTests(context: PhaseContext, edition: EditionName): Promise<SuiteReport> {
  context.print(`VS Code ${(await readEdition(edition)).version}`);
  return runExtensionTests(context.scope, {
    edition,
    developmentPath: repositoryPath(),
    testsPath: integrationSuite,
    grep: context.grep,
    timeout: 1_800_000,
    print: context.print,
  });
}
