import { runTool } from '../test/host/runTool.js';
import { runIntegrationTests } from './phases/integrationPhase.js';
import type { Phase } from './phases/phase.js';
import { runPhases } from './phases/runPhases.js';

const floorPhase: Phase = {
  name: 'floor',
  title: 'Integration tests inside the oldest supported VS Code',
  run: context => runIntegrationTests(context, 'floor'),
};

/** `npm run test:floor`: the integration suite in the oldest VS Code that the manifest allows. */
await runTool(async scope => runPhases([[floorPhase]], { scope, print: line => console.log(line) }));
