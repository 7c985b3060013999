import { dataSourceNames } from '../../model/query/dataSources.js';
import {
  CommandLineProblem,
  describeOptions,
  oneOf,
  readOptions,
  wholeNumber,
  type GivenOptions,
} from './commandLine.js';
import { eraNames } from '../dataQuery/eras.js';
import { scaleNames } from '../generator/network/scales.js';
import { readLoadRequests } from '../ownData/loadRequest.js';
import { dialectNames } from '../variety/dialects.js';
import written from './cliOptions.json';

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

/** Names that an option takes, as its help lists them. */
const listed: Readonly<Record<string, string>> = {
  sources: dataSourceNames.join(', '),
  scales: withDefault(scaleNames),
  dialects: withDefault(dialectNames),
  eras: withDefault(eraNames),
};

function withDefault(names: readonly string[]): string {
  return `${names.join(', ')} (default: ${names[0]})`;
}

const options = JSON.parse(
  JSON.stringify(written).replace(/\{(\w+)\}/g, (_all, name: string) => listed[name] ?? ''),
) as typeof written;

/** Options of the manager that `npm start` passes on. */
export const sharedOptions = options.shared;

const managerOptions = { ...sharedOptions, ...options.own };

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
    /** File with the faults that it shall show. */
    faults: given.faults?.[0],
  };
}
