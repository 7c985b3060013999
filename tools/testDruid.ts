import { parseArgs } from 'node:util';
import { Failure } from '../test/host/failure.js';
import { runTool } from '../test/host/runTool.js';
import { editionNames, readEditionName } from './druid/druidEditions.js';
import { druidPhase } from './phases/druidPhase.js';
import { runPhases } from './phases/runPhases.js';

const usage = `npm run test:druid [-- <options>]

Brings up real clusters, loads generated rows into them, and asks random and all published queries of each cluster, of the
manager on it and of the embedded engine. Then clients leave in the middle of slow queries, and the threads of the cluster tell
whether it has ended them. It needs Java 17, Maven and 3 GB of memory; on Debian as root they are installed.

  --version <name>     one of ${editionNames.join(', ')} (default: all, one after the other)
  --queries <number>   random queries (default: 2000)
  --rows <number>      generated rows, about (default: 100000)
  --seed <number>      of the random queries (default: another one each day)
  --help               this text`;

/** Every day others, and the same again when a failure of that day is looked at. */
const seedOfToday = (): number => Math.floor(Date.now() / 86_400_000);

/** `npm run test:druid`: whether the embedded engine and the manager on a cluster answer as real clusters do. */
await runTool(async scope => {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    options: { version: text, queries: text, rows: text, seed: text, help: { type: 'boolean' } },
  });
  if (values.help) {
    console.log(usage);
    return 0;
  }
  const size = {
    queries: readNumber('--queries', values.queries) ?? 2_000,
    rows: readNumber('--rows', values.rows) ?? 100_000,
    seed: readNumber('--seed', values.seed) ?? seedOfToday(),
  };
  const only = readEditionName(values.version);
  const names = only === undefined ? editionNames : [only];
  const print = (line: string): void => console.log(line);
  return runPhases(
    names.map(name => [druidPhase(name, size)]),
    { scope, print },
  );
});

/** @throws {Failure} for anything but a whole number */
function readNumber(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new Failure(`${option} must be a whole number, not “${text}”.`);
}
