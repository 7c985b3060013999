import { delimiter, dirname } from 'node:path';
import { writeFile } from 'node:fs/promises';
import { Failure } from './failure.js';
import { runCommand, type CommandResult } from './runCommand.js';

export interface NpmOptions {
  readonly args: readonly string[];
  readonly cwd: string;
  /** What the person is waiting for, as the start of a sentence: "VS Code 1.139.1". */
  readonly purpose: string;
  /** Where the whole output goes when npm fails. */
  readonly logFile: string;
  /** A Node to run npm with instead of the one on PATH. */
  readonly node?: string;
}

const unreachable = /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH)\b/;

/**
 * Asks the registry one question, because a whole install needs minutes to find out that there is no network.
 * @throws {Failure} when it cannot be reached.
 */
export async function assertRegistryAnswers(options: Omit<NpmOptions, 'args'>): Promise<void> {
  const args = ['ping', '--fetch-retries=1', '--fetch-retry-mintimeout=1000', '--loglevel=error'];
  const { exitCode, output } = await npm({ ...options, args });
  const code = unreachable.exec(output)?.[1];
  if (exitCode !== 0 && code) throw cannotReach(options.purpose, code);
}

/** @throws {Failure} when npm cannot be started, cannot reach its registry, or ends with an error. */
export async function runNpm(options: NpmOptions): Promise<void> {
  const { exitCode, output } = await npm(options);
  if (exitCode === 0) return;
  await writeFile(options.logFile, output);
  const code = unreachable.exec(output)?.[1];
  if (code) throw cannotReach(options.purpose, code);
  const what = `npm ${options.args[0]} failed with ${firstError(output)}`;
  throw new Failure(
    `${options.purpose} could not be installed: ${what}; the whole output is in ${options.logFile}.`,
  );
}

async function npm(options: Omit<NpmOptions, 'logFile'>): Promise<CommandResult> {
  const command = { ...npmCommand(options.args), cwd: options.cwd };
  const env = options.node ? withNodeFirst(options.node) : process.env;
  return runCommand({ ...command, env }).catch((error: unknown) => {
    throw new Failure(`${options.purpose} could not be installed: npm did not start (${String(error)}).`);
  });
}

function cannotReach(purpose: string, code: string): Failure {
  const advice = 'check the network or the proxy and run the command again';
  return new Failure(
    `${purpose} could not be installed: npm cannot reach its registry (${code}); ${advice}.`,
  );
}

/** On Windows npm is a batch file, which only a shell can start. */
function npmCommand(args: readonly string[]): { command: string; args: readonly string[] } {
  return process.platform === 'win32'
    ? { command: 'cmd.exe', args: ['/d', '/s', '/c', 'npm', ...args] }
    : { command: 'npm', args };
}

function withNodeFirst(node: string): NodeJS.ProcessEnv {
  return { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH ?? ''}` };
}

function firstError(output: string): string {
  const line = output.split('\n').find(text => /^npm (error|ERR!) (?!code)/.test(text));
  return line ? `“${line.replace(/^npm (error|ERR!) /, '').trim()}”` : 'no message';
}
