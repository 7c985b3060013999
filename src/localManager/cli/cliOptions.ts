import { dataSourceNames } from '../../model/query/dataSources.js';
import {
  CommandLineProblem,
  describeOptions,
  readOptions,
  type CliOptions,
  type GivenOptions,
} from './commandLine.js';
import { isScaleName, scaleNames, type ScaleName } from '../generator/scales.js';
import { readLoadRequests, type LoadRequest } from '../ownData/loadRequest.js';
import { dialectNames, isDialectName, type DialectName } from '../variety/dialectNames.js';

/** What the command line asks of the local manager. */
export interface ManagerOptions {
  /** Whether the first line on stdout is JSON with url and apiKey. */
  readonly json: boolean;
  /** TCP port on 127.0.0.1; 0 takes a free one. */
  readonly port: number;
  /** Folder that keeps the data and the API key. */
  readonly data: string;
  /** Whether data from earlier starts is thrown away. */
  readonly fresh: boolean;
  /** Seed of the generated data; undefined keeps whatever the folder was made with. */
  readonly seed: number | undefined;
  /** Size of the generated data; undefined keeps whatever the folder was made with. */
  readonly scale: ScaleName | undefined;
  /** Minutes of generated analytics before the present; undefined takes what the scale has. */
  readonly history: number | undefined;
  /** Files that take the place of generated rows. */
  readonly loads: readonly LoadRequest[];
  /** File with a sensor tree of one's own. */
  readonly tree: string | undefined;
  /** Folder with inventory records of one's own. */
  readonly inventory: string | undefined;
  /** How many processor cores one query takes at most; undefined takes all. */
  readonly threads: number | undefined;
  /** Whether requests are logged on stderr. */
  readonly log: boolean;
  /** How inventory answers and errors look. */
  readonly dialect: DialectName;
  /** Whether it serves https with a certificate of its own. */
  readonly tls: boolean;
  /** File with the faults that it shall show. */
  readonly faults: string | undefined;
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
    help: `replace the rows of a data source (${dataSourceNames.join(', ')}) with a file`,
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
  tls: {
    group: 'Behaviour',
    value: 'self-signed',
    help: 'serve https with a certificate that has a name and no alternative names',
  },
  faults: { group: 'Behaviour', value: '<file.json>', help: 'fail as the rules in the file say' },
  threads: {
    group: 'Behaviour',
    value: '<number>',
    help: 'processor cores that one query takes at most (default: all)',
  },
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

/** The text of `--help`. */
export const helpText = `Starts a manager on 127.0.0.1 with generated data, for trying Netsensor and for tests.
It prints its address and API key; at the address, /docs describes what it serves.

Usage: npm run manager -- [options]

${describeOptions(managerOptions)}
A loaded file is CSV, TSV, JSON (an array or a line per record; all of these also with .gz) or Parquet. Columns called
like dimensions or metrics become these, others extra dimensions; if all values are numbers, their sums, minima and
maxima can be asked for by name too. Loaded rows stay until --fresh, and get no generated ones added.

Of the sizes, small has about 60 domains and 1 million rows, medium 1,000 and 10 million, large 100,000 nodes.

Examples:
  npm run manager -- --port 8080 --log
  npm run manager -- --data my-flows --load rb_flow=flows.csv --time-column rb_flow=when
  npm run manager -- --data strict --dialect rails --tls self-signed

It runs until it is stopped with Ctrl+C; a second Ctrl+C ends it at once.
Exit codes: 0 stopped, 1 could not start, 2 wrong options.
`;

/** More than any computer that this is for. */
const mostThreads = 128;
const largestSeed = 2 ** 31 - 1;
/** A year of traffic, in hours. */
const longestHistory = 366 * 24;

/** Reads the options after `npm run manager --`. */
export function parseCli(args: readonly string[]): CliRequest {
  try {
    const given = readOptions(managerOptions, args);
    if (given.help) return { kind: 'help' };
    if (given.version) return { kind: 'version' };
    const [port = '0'] = given.port ?? [];
    return {
      kind: 'run',
      options: {
        ...checkShared(given),
        json: given.json !== undefined,
        port: wholeNumber('--port', port, 65535),
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
export function checkShared(
  given: GivenOptions<typeof sharedOptions>,
): Omit<ManagerOptions, 'json' | 'port'> {
  const [seed] = given.seed ?? [];
  const [history] = given.history ?? [];
  const [threads] = given.threads ?? [];
  const [dialect = dialectNames[0]] = given.dialect ?? [];
  const [tls] = given.tls ?? [];
  if (!isDialectName(dialect)) {
    throw new CommandLineProblem(`--dialect must be one of ${dialectNames.join(', ')}, not "${dialect}".`);
  }
  if (tls !== undefined && tls !== 'self-signed') {
    throw new CommandLineProblem(`--tls must be self-signed, not "${tls}".`);
  }
  return {
    data: given.data?.[0] ?? '.manager-data',
    fresh: given.fresh !== undefined,
    seed: seed === undefined ? undefined : wholeNumber('--seed', seed, largestSeed),
    scale: scaleOf(given.scale?.[0]),
    history: history === undefined ? undefined : 60 * wholeNumber('--history', history, longestHistory),
    loads: readLoadRequests(given.load ?? [], given['time-column'] ?? []),
    tree: given.tree?.[0],
    inventory: given.inventory?.[0],
    threads: threads === undefined ? undefined : wholeNumber('--threads', threads, mostThreads, 1),
    log: given.log !== undefined,
    dialect,
    tls: tls !== undefined,
    faults: given.faults?.[0],
  };
}

function scaleOf(text: string | undefined): ScaleName | undefined {
  if (text === undefined || isScaleName(text)) return text;
  throw new CommandLineProblem(`--scale must be one of ${scaleNames.join(', ')}, not "${text}".`);
}

function wholeNumber(option: string, text: string, max: number, min = 0): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < min || value > max) {
    throw new CommandLineProblem(`${option} must be a whole number from ${min} to ${max}, not "${text}".`);
  }
  return value;
}
