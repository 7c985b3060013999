import { parseArgs } from 'node:util';

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
  /** Whether requests are logged on stderr. */
  readonly log: boolean;
}

/** The command line understood: run, print a text and end, or say what is wrong. */
export type CliRequest =
  | { readonly kind: 'run'; readonly options: ManagerOptions }
  | { readonly kind: 'help' | 'version' }
  | { readonly kind: 'problem'; readonly sentence: string };

/** The text of `--help`. */
export const helpText = `Starts a manager on 127.0.0.1 with generated data, for trying Netsensor and for tests.

Usage: npm run manager -- [options]

  --json           print {"url": ..., "apiKey": ...} as the first line, for programs
  --port <number>  port to listen on (default: a free one)
  --data <folder>  where data and API key are kept (default: .manager-data)
  --fresh          throw away what the folder holds and generate new data and a new key
  --seed <number>  seed of the generated data (default: 1); the same seed gives the same network
  --log            print every request on stderr, with the API key hidden
  --help           print this text
  --version        print the version

It runs until it is stopped with Ctrl+C. Exit codes: 0 stopped, 1 could not start, 2 wrong options.
`;

const largestSeed = 2 ** 31 - 1;

/** Reads the options after `npm run manager --`. */
export function parseCli(args: readonly string[]): CliRequest {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        json: { type: 'boolean', default: false },
        port: { type: 'string', default: '0' },
        data: { type: 'string', default: '.manager-data' },
        fresh: { type: 'boolean', default: false },
        seed: { type: 'string' },
        log: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
        version: { type: 'boolean', default: false },
      },
    });
    if (values.help) return { kind: 'help' };
    if (values.version) return { kind: 'version' };
    const port = wholeNumber('--port', values.port, 65535);
    const seed = values.seed === undefined ? undefined : wholeNumber('--seed', values.seed, largestSeed);
    if (values.data === '') throw new Error('--data needs a folder.');
    const { json, data, fresh, log } = values;
    return { kind: 'run', options: { json, port, data, fresh, seed, log } };
  } catch (error) {
    const reason = error instanceof Error ? error.message.split(/\n|\. To specify/)[0] : String(error);
    return { kind: 'problem', sentence: `${reason} (--help lists the options)` };
  }
}

function wholeNumber(option: string, text: string, max: number): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value > max) {
    throw new Error(`${option} must be a whole number from 0 to ${max}, not "${text}".`);
  }
  return value;
}
