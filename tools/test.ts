import { parseArgs } from 'node:util';
import { Failure } from '../test/host/failure.js';
import { runTool } from '../test/host/runTool.js';
import { checkPhases } from './phases/checkPhases.js';
import { integrationPhase } from './phases/integrationPhase.js';
import { runPhases } from './phases/runPhases.js';
import { unitPhase } from './phases/unitPhase.js';
import { packagePhase, workbenchPhase } from './phases/workbenchPhases.js';

const phases = [...checkPhases, unitPhase, integrationPhase, workbenchPhase, packagePhase];

const usage = `npm test [-- --only <phases>] [--grep <regular expression>]

  --only   comma-separated, of: ${phases.map(phase => phase.name).join(', ')}
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

function select(only: string | undefined): typeof phases {
  if (only === undefined) return phases;
  return only.split(',').map(name => {
    const phase = phases.find(candidate => candidate.name === name);
    if (!phase) throw new Failure(`There is no test phase “${name}”.\n\n${usage}`);
    return phase;
  });
}
