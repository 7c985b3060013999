import { dataSourceNames } from 'netsensor-contract/query/dataSources';
import {
  CommandLineProblem,
  describeOptions,
  oneOf,
  readOptions,
  wholeNumber,
  type CliOptions,
  type GivenOptions,
} from '../commandLine.js';
import { eraNames } from '../dataQuery/eras.js';
import { druidOptions, readDruidOptions } from '../druid/connection/druidOptions.js';
import { ingestOptions, readIngestOptions } from '../druid/ingest/ingestOptions.js';
import { scaleNames } from '../generator/network/scales.js';
import { nameOfHost } from '../http/ownNames.js';
import { readLoadRequests } from '../ownData/loadRequest.js';
import { dialectNames } from '../variety/dialects.js';

/** What the command line asks of the local manager. */
export interface ManagerOptions extends ReturnType<typeof checkShared> {
  /** Whether the first line on stdout is JSON with url and apiKey. */
  readonly json: boolean;
  readonly port: number;
}

/** The command line understood: run, print a text and end, or say what is wrong. */
export type CliRequest =
  | { readonly kind: 'run'; readonly options: ManagerOptions }
  | { readonly kind: 'help' | 'version' }
  | { readonly kind: 'problem'; readonly sentence: string };

/** Options of the manager that `npm start` passes on. */
export const sharedOptions = {
  data: {
    group: 'Data',
    value: '<folder>',
    help: 'where data and API key are kept (default: .manager-data)',
  },
  fresh: { group: 'Data', help: 'throw away what the folder holds; generate new data and a new key' },
  seed: {
    group: 'Data',
    value: '<number>',
    help: 'seed of the generated data (default: 1); the same seed gives the same network',
  },
  scale: {
    group: 'Data',
    value: '<size>',
    help: `size of the generated network: ${scaleNames.join(', ')} (default: ${scaleNames[0]})`,
  },
  history: {
    group: 'Data',
    value: '<hours>',
    help: 'hours of generated traffic before now (default: a week; 30 days for medium)',
  },
  load: {
    group: 'Data',
    value: '<source>=<file>',
    repeatable: true,
    help: `fill a data source (${dataSourceNames.join(', ')}) with the rows of a file`,
  },
  tree: {
    group: 'Data',
    value: '<file.json>',
    help: 'replace the sensor tree with an answer of GET /sensors/tree or an overwrite body',
  },
  inventory: {
    group: 'Data',
    value: '<folder>',
    help: 'replace the inventory with the records of racks.json, rack_roles.json and so on',
  },
  'time-column': {
    group: 'Data',
    value: '<source>=<col>',
    repeatable: true,
    help: 'the column of a loaded file that holds the time, when its name does not tell',
  },
  dialect: {
    group: 'Behaviour',
    value: '<name>',
    help: `wording of inventory answers: ${dialectNames.join(', ')} (default: ${dialectNames[0]})`,
  },
  'druid-era': {
    group: 'Behaviour',
    value: '<version>',
    help: `answer as this Druid does: ${eraNames.join(', ')} (default: ${eraNames[0]}, or the cluster's)`,
  },
  tls: {
    group: 'Behaviour',
    value: 'self-signed',
    help: 'serve https with a certificate that has a name and no alternative names',
  },
  faults: { group: 'Behaviour', value: '<file.json>', help: 'fail as the rules in the file say' },
  'host-name': {
    group: 'Behaviour',
    value: '<name>',
    repeatable: true,
    help: 'another name by which it is reached, besides localhost and 127.0.0.1',
  },
  threads: {
    group: 'Behaviour',
    value: '<number>',
    help: 'processor cores that one query takes at most (default: all)',
  },
  ...druidOptions,
  ...ingestOptions,
  log: { group: 'Output', help: 'print every request on stderr, with the API key hidden' },
} as const satisfies CliOptions;

const managerOptions = {
  ...sharedOptions,
  port: { group: 'Address', value: '<number>', help: 'port to listen on (default: a free one)' },
  json: {
    group: 'Output',
    help: 'print {"url": ..., "apiKey": ...} as the first line, for programs',
  },
  help: { group: 'This command', short: 'h', help: 'print this text' },
  version: { group: 'This command', help: 'print the version' },
} as const satisfies CliOptions;

/** The text of `--help`. @param command how it was called, `npm run manager --` or `netsensor-manager` */
export const helpText = (
  command: string,
): string => `Starts a manager on 127.0.0.1 with generated data, for trying Netsensor and for tests.
It prints its address and API key; at the address, /docs describes what it serves.

Usage: ${command} [options]

${describeOptions(managerOptions)}
A loaded file is CSV, TSV, JSON (an array or a line per record; all of these also with .gz) or Parquet. Columns called
like dimensions or metrics become these, others extra dimensions; if all values are numbers, their sums, minima and
maxima can be asked for by name too. Loaded rows stay until --fresh, and get no generated ones added.
With --druid all else stays here: the inventory, the sensors and the users.

Of the sizes, small has about 60 domains and 1 million rows, medium 1,000 and 10 million, large 100,000 nodes.

Examples:
  ${command} --port 8080 --log
  ${command} --data my-flows --load rb_flow=flows.csv --time-column rb_flow=when
  ${command} --data strict --dialect rails --tls self-signed
  ${command} --druid http://router:8888 --data-source rb_flow=flows
  ${command} --druid http://router:8888 --ingest

It runs until it is stopped with Ctrl+C; a second Ctrl+C ends it at once.
Exit codes: 0 stopped, 1 could not start, 2 wrong options.
`;

/** More than any computer that this is for. */
const mostThreads = 128;
const largestSeed = 2 ** 31 - 1;
/** A year of traffic, in hours. */
const longestHistory = 366 * 24;

/** Reads what follows the command. */
export function parseCli(args: readonly string[]): CliRequest {
  try {
    const given = readOptions(managerOptions, args);
    if (given.help) return { kind: 'help' };
    if (given.version) return { kind: 'version' };
    return {
      kind: 'run',
      options: {
        ...checkShared(given),
        json: given.json !== undefined,
        port: wholeNumber('--port', given.port, { max: 65535 }) ?? 0,
      },
    };
  } catch (error) {
    if (!(error instanceof CommandLineProblem)) throw error;
    return { kind: 'problem', sentence: `${error.message} (--help lists the options)` };
  }
}

/**
 * The values of the shared options.
 * @throws CommandLineProblem for a value that cannot be used
 */
export function checkShared(given: GivenOptions<typeof sharedOptions>) {
  const history = wholeNumber('--history', given.history, { max: longestHistory });
  const druid = readDruidOptions(given);
  const ingest = readIngestOptions(given);
  if (ingest && !druid)
    throw new CommandLineProblem('--ingest loads rows into a cluster, but --druid names none.');
  if (druid && given.load && !ingest)
    throw new CommandLineProblem(
      '--load fills the data here, but with --druid the cluster answers; add --ingest to load it there.',
    );
  return {
    data: given.data?.[0] ?? '.manager-data',
    fresh: given.fresh !== undefined,
    seed: wholeNumber('--seed', given.seed, { max: largestSeed }),
    scale: oneOf('--scale', given.scale, scaleNames),
    history: history && 60 * history,
    loads: readLoadRequests(given.load ?? [], given['time-column'] ?? []),
    tree: given.tree?.[0],
    inventory: given.inventory?.[0],
    threads: wholeNumber('--threads', given.threads, { min: 1, max: mostThreads }),
    /** Whether requests are logged on stderr. */
    log: given.log !== undefined,
    dialect: oneOf('--dialect', given.dialect, dialectNames) ?? dialectNames[0],
    era: oneOf('--druid-era', given['druid-era'], eraNames),
    tls: oneOf('--tls', given.tls, ['self-signed']) !== undefined,
    /** The cluster that answers data queries; undefined where the manager does so itself. */
    druid,
    /** How the rows are loaded into the cluster before that; undefined leaves it as it is. */
    ingest,
    /** File with the faults that it shall show. */
    faults: given.faults?.[0],
    /** Names by which it is reached besides those of this computer. */
    hostNames: (given['host-name'] ?? []).map(readHostName),
  };
}

/** @throws CommandLineProblem for what is not just a name, or an address as numbers */
function readHostName(text: string): string {
  const name = nameOfHost(text);
  if (name !== undefined && (!text.includes(':') || text.endsWith(']'))) return name;
  throw new CommandLineProblem(
    `--host-name must be a name such as manager.example, without http:// and port, not "${text}".`,
  );
}
