import { parseArgs } from 'node:util';
import { repositoryPath } from '../test/host/repositoryPath.js';
import { runTool } from '../test/host/runTool.js';
import type { Scope } from '../test/host/scope.js';
import { druidEditions, editionNames, newestEdition, readEditionName } from './druid/druidEditions.js';
import { startCluster } from './druid/startCluster.js';

const usage = `npm run druid [-- <options>]

Brings up an empty Druid cluster on this machine, to play with, until Ctrl+C. It needs Java 17, Maven and 2.5 GB of memory.

  --version <name>   one of ${editionNames.join(', ')} (default: ${newestEdition})
  --help             this text`;

/** `npm run druid`: an empty cluster with a router. */
await runTool(
  async scope => {
    const { values } = parseArgs({ options: { version: { type: 'string' }, help: { type: 'boolean' } } });
    if (values.help) {
      console.log(usage);
      return 0;
    }
    return play(scope, values.version);
  },
  { isInterruptNormal: true },
);

async function play(scope: Scope, version: string | undefined): Promise<number> {
  const name = readEditionName(version) ?? newestEdition;
  const services = ['coordinator', 'indexer', 'historical', 'broker', 'router'] as const;
  const folder = repositoryPath('.cache', 'druid', `play-${name}`);
  const print = (line: string): void => console.log(line);
  const { router } = await startCluster({ edition: druidEditions[name], folder, services, scope, print });
  print('Fill it with two hours of traffic and open VS Code on it, from another terminal:\n');
  print(`  npm start -- --druid ${router} --ingest --data .manager-data/druid --history 2\n`);
  print('Ctrl+C stops it; its rows are gone then.');
  return new Promise(() => {
    // The processes that were started keep this one running.
  });
}
