import {
  checkShared,
  sharedOptions,
  type ManagerOptions,
} from '../../packages/manager/src/cli/cliOptions.js';
import {
  describeOptions,
  readOptions,
  wholeNumber,
  writeOptions,
  type CliOptions,
} from '../../packages/manager/src/commandLine.js';

/** What `npm start` was asked for. */
export interface StartOptions {
  /** Whether the VS Code in the browser is used even when there is another one. */
  readonly browser: boolean;
  /** Port of the VS Code in the browser; 0 takes a free one. */
  readonly port: number;
  readonly shouldOpen: boolean;
  /** What the manager was asked for, checked. */
  readonly manager: Omit<ManagerOptions, 'json' | 'port'>;
  /** The same as it is passed on, without the data folder. */
  readonly managerArguments: readonly string[];
}

const ownOptions = {
  browser: { group: 'VS Code', help: 'use the VS Code in the browser even when “code” is on PATH' },
  port: {
    group: 'VS Code',
    value: '<number>',
    help: 'of the VS Code in the browser (default: any free port)',
  },
  'no-open': { group: 'VS Code', help: 'print the address and do not open the default browser' },
  help: { group: 'VS Code', short: 'h', help: 'print this text' },
} as const satisfies CliOptions;

/** The text of `npm start -- --help`. */
export const startUsage = `npm start [-- <options>]

Starts the local manager and opens VS Code with Netsensor connected to it: the desktop VS Code when “code”
is on PATH, otherwise one that is installed from npm and runs in the browser.

${describeOptions(ownOptions)}
The local manager takes its own options here too; --fresh also makes new VS Code settings, and leaves the
notebooks in .cache/workspace as they are:

${describeOptions(sharedOptions)}`;

/**
 * Reads the options after `npm start --`; undefined asks for the help.
 * @throws CommandLineProblem with one sentence
 */
export function parseStart(args: readonly string[]): StartOptions | undefined {
  const given = readOptions({ ...ownOptions, ...sharedOptions }, args);
  const { browser, port, 'no-open': noOpen, help, ...managers } = given;
  if (help) return undefined;
  const { data: _data, ...passedOn } = managers;
  return {
    browser: browser !== undefined,
    port: wholeNumber('--port', port, { max: 65_535 }) ?? 0,
    shouldOpen: noOpen === undefined,
    manager: checkShared(managers),
    managerArguments: writeOptions(passedOn),
  };
}
