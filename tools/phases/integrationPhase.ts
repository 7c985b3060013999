import { installWorkbench } from '../../test/host/installWorkbench.js';
import { repositoryPath } from '../../test/host/repositoryPath.js';
import { runExtensionTests } from '../../test/host/runExtensionTests.js';
import { readEdition, type EditionName } from '../../test/host/vscodeEdition.js';
import type { IntegrationPart } from '../../test/integration/suite.js';
import { startHandedManager } from '../../test/support/handedManager.js';
import type { SuiteReport } from '../../test/support/suiteReport.js';
import type { Phase, PhaseContext } from './phase.js';
import { withSecondTry } from './secondTry.js';

/** The compiled entry of the suite that runs inside the extension host, whichever VS Code that is in. */
export const integrationSuite = repositoryPath('out', 'integration', 'run.cjs');

/** What only VS Code can answer of trees, documents and operations, asked inside its extension host. */
export const integrationPhase: Phase = {
  name: 'integration',
  title: 'Integration tests inside VS Code',
  run: withSecondTry(context => runIntegrationTests(context, 'pinned', partOf('manager'))),
};

/** What only VS Code can answer of notebooks. */
export const notebookPhase: Phase = {
  name: 'notebook',
  title: 'Integration tests of notebooks inside VS Code',
  run: withSecondTry(context => runIntegrationTests(context, 'pinned', partOf('notebook'))),
};

/** Titles of the tests that try more where a run goes for depth. */
export const deeper =
  ' (?:while|when) any one request fails|^inventory records of a manager that words its answers like |^the sample queries, |^a random walk |^what is done in a table';

/** What the integration phase tries a sample of, at full length. */
export const deepIntegrationPhase: Phase = {
  name: 'failures',
  title: 'Every failure of every request, inside VS Code',
  run: withSecondTry(async context =>
    runIntegrationTests({ ...context, grep: context.grep ?? deeper }, 'pinned', { NETSENSOR_TEST_DEEP: '1' }),
  ),
};

/** The same questions, asked in the oldest VS Code that the manifest allows. */
export const floorPhase: Phase = {
  name: 'floor',
  title: 'Integration tests inside the oldest supported VS Code',
  run: withSecondTry(context => runIntegrationTests(context, 'floor')),
};

const partOf = (part: IntegrationPart) => ({ NETSENSOR_TEST_PART: part });

/** Runs the integration suite in one of the two VS Codes that npm provides. @param env for the extension host */
async function runIntegrationTests(
  context: PhaseContext,
  edition: EditionName,
  env: Readonly<Record<string, string>> = {},
): Promise<SuiteReport> {
  await installWorkbench(edition);
  context.print(`VS Code ${(await readEdition(edition)).version}`);
  return context.scope.nest(async own =>
    runExtensionTests(own, {
      edition,
      developmentPath: repositoryPath(),
      firstPath: integrationSuite,
      testsPath: integrationSuite,
      grep: context.grep,
      env: { ...env, ...(await startHandedManager(own, env)) },
      timeout: 1_800_000,
      print: context.print,
    }),
  );
}
