import { runTool } from '../test/host/runTool.js';
import { runIntegrationTests } from './phases/integrationPhase.js';
import { runPhases } from './phases/runPhases.js';

/** `npm run test:floor`: the integration suite in the oldest VS Code that the manifest allows. */
await runTool(async scope =>
  runPhases(
    [
      {
        name: 'floor',
        title: 'Integration tests inside the oldest supported VS Code',
        run: context => runIntegrationTests(context, 'floor'),
      },
    ],
    { scope, print: line => console.log(line) },
  ),
);
