import { parseArgs } from 'node:util';
import { Failure } from '../test/host/failure.js';
import { runTool } from '../test/host/runTool.js';
import { checkPhases } from './phases/checkPhases.js';
import { integrationPhase } from './phases/integrationPhase.js';
import { runPhases } from './phases/runPhases.js';
import { unitPhase } from './phases/unitPhase.js';
import { packagePhase, typingPhase, workbenchPhase } from './phases/workbenchPhases.js';

/** The checks leave a core idle each, so they run at the same time; everything else needs the machine for itself. */
const groups = [checkPhases, [unitPhase], [integrationPhase], [workbenchPhase], [packagePhase]];
const phases = [...groups.flat(), typingPhase];

const usage = `npm test [-- --only <phases>] [--grep <regular expression>]

  --only   comma-separated, of: ${phases.map(phase => phase.name).join(', ')};
           ${typingPhase.name} runs only when it is named
  --grep   only tests whose full name matches
  --help   this text`;

/** `npm test`: every check there is, in one run that ends with a line \`N passed, N failed\`. */
await runTool(async scope => {
  const { values } = parseArgs({
    options: { only: { type: 'string' }, grep: { type: 'string' }, help: { type: 'boolean' } },
  });
  if (values.help) {
    console.log(usage);
    return 0;
  }
  return runPhases(select(values.only), { scope, grep: values.grep, print: line => console.log(line) });
});

function select(only: string | undefined): typeof groups {
  if (only === undefined) return groups;
  const names = only.split(',');
  const unknown = names.find(name => !phases.some(phase => phase.name === name));
  if (unknown !== undefined) throw new Failure(`There is no test phase “${unknown}”.\n\n${usage}`);
  return [...groups, [typingPhase]].map(group => group.filter(phase => names.includes(phase.name)));
}
