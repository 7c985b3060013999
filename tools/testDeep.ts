import { rm } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { runTool } from '../test/host/runTool.js';
import { failuresFolder } from '../test/support/failuresFolder.js';
import { deepIntegrationPhase, floorPhase } from './phases/integrationPhase.js';
import { shortDruidPhase } from './phases/druidPhase.js';
import { runPhases } from './phases/runPhases.js';
import { selectPhases } from './phases/selectPhases.js';
import { deepUnitPhase } from './phases/unitPhase.js';
import { deepWindowPhase, typingPhase } from './phases/workbenchPhases.js';

const stages = [
  [deepUnitPhase],
  // The longest come first, so that what waits for a place is short.
  [floorPhase, deepWindowPhase, deepIntegrationPhase, typingPhase],
  // Alone: it takes both cores, and windows mind.
  [shortDruidPhase],
];

const usage = `npm run test:deep [-- <options>]

  --only <phases>   comma-separated, of: ${stages
    .flat()
    .map(({ name }) => name)
    .join(', ')}
  --grep <regexp>   only tests whose full title matches
  --help            this text`;

/** `npm run test:deep`: what needs depth rather than breadth, in one run that ends with a line \`N passed, N failed\`. */
await runTool(async scope => {
  const { values } = parseArgs({
    options: { only: { type: 'string' }, grep: { type: 'string' }, help: { type: 'boolean' } },
  });
  const { only, grep, help } = values;
  const print = (line: string): void => console.log(line);
  if (help) {
    print(usage);
    return 0;
  }
  await rm(failuresFolder, { recursive: true, force: true });
  return runPhases(selectPhases(stages, only), { scope, grep, print });
});
