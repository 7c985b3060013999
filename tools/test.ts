import { rm } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { Failure } from '../test/host/failure.js';
import { repositoryPath } from '../test/host/repositoryPath.js';
import { runTool } from '../test/host/runTool.js';
import { formatPhase, lintPhase, typesPhase } from './phases/checkPhases.js';
import { failuresFolder } from '../test/support/failuresFolder.js';
import { hunt } from './phases/hunt.js';
import { integrationPhase, notebookPhase } from './phases/integrationPhase.js';
import type { Phase } from './phases/phase.js';
import { runPhases } from './phases/runPhases.js';
import { selectPhases } from './phases/selectPhases.js';
import { withoutUnchanged } from './phases/unchanged.js';
import { contractPhase, managerPhase, unitPhase } from './phases/unitPhase.js';
import { packagePhase, visualsPhase, windowPhase } from './phases/workbenchPhases.js';

/** Unit tests keep two cores busy by themselves. The longest come first, so that what waits for a place is short. */
const stages = [
  [contractPhase],
  [managerPhase],
  [unitPhase],
  [
    windowPhase,
    integrationPhase,
    visualsPhase,
    notebookPhase,
    lintPhase,
    formatPhase,
    typesPhase,
    packagePhase,
  ],
];
const withoutEditor = [contractPhase, managerPhase, unitPhase];
const withTests = [...withoutEditor, integrationPhase, notebookPhase, windowPhase, visualsPhase];
const namesOf = (phases: readonly Phase[]) => phases.map(({ name }) => name).join(',');

const usage = `npm test [-- <options>]

  --only <phases>          comma-separated, of: ${namesOf(stages.flat()).replaceAll(',', ', ')}
  --grep <regexp>          only tests whose full title matches, in ${namesOf(withTests).replaceAll(',', ', ')} unless --only says
  --changed                only unit tests of what changed since the last commit
  --hunt <title>           the tests with these words in their title, again and again; the first failure's
                           picture and log are kept in out/hunt
  --times <number>         how often --hunt runs them (default: 20)
  --help                   this text`;

/** `npm test`: every check there is but for depth, in one run that ends with a line \`N passed, N failed\`. */
await runTool(async scope => {
  const { values } = parseArgs({
    options: {
      only: { type: 'string' },
      grep: { type: 'string' },
      changed: { type: 'boolean', default: false },
      hunt: { type: 'string' },
      times: { type: 'string', default: '20' },
      help: { type: 'boolean' },
    },
  });
  const { only, grep, changed, times, hunt: title } = values;
  const context = { scope, print: (line: string) => console.log(line) };
  if (values.help) {
    context.print(usage);
    return 0;
  }
  if (!/^[1-9]\d*$/.test(times)) throw new Failure(`--times takes a number from 1, not “${times}”.`);
  if (grep !== undefined && !isRegExp(grep))
    throw new Failure(`--grep takes a regular expression, which “${grep}” is not.`);
  await rm(failuresFolder, { recursive: true, force: true });
  if (title !== undefined) {
    const phases = selectPhases([withTests], only).flat();
    const folders = { left: failuresFolder, kept: repositoryPath('out', 'hunt') };
    return hunt(phases, { title, times: Number(times), ...folders }, context);
  }
  if (changed || grep !== undefined) {
    // The other phases have no titles, and cannot tell what a change is about.
    const fitting = changed ? withoutEditor : withTests;
    return runPhases(selectPhases(stages, only ?? namesOf(fitting)), { ...context, grep, changed });
  }
  // Continuous integration vouches for what it ran itself.
  if (only !== undefined || process.env.CI) return runPhases(selectPhases(stages, only), context);
  const places = { repository: repositoryPath(), notes: repositoryPath('.cache', 'passed') };
  return runPhases(withoutUnchanged(stages, places), context);
});

function isRegExp(text: string): boolean {
  try {
    return new RegExp(text) instanceof RegExp;
  } catch {
    return false;
  }
}
