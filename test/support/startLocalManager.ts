import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { Failure } from '../host/failure.js';
import { repositoryPath } from '../host/repositoryPath.js';
import { givenOrTemporaryFolder } from '../host/temporaryFolder.js';

export interface LocalManagerOptions {
  /** Absent means a fresh folder that is removed when the manager stops. */
  readonly dataDir?: string;
  /** 0 or absent means any free port; a fixed one lets a stopped manager come back at its old address. */
  readonly port?: number;
  /** Forgets what the data folder holds. */
  readonly fresh?: boolean;
  /** The bundle to run; `out/localManager.js` when absent. */
  readonly program?: string;
  /** Further options as they stand on a command line. */
  readonly moreArguments?: readonly string[];
  /** Milliseconds until it must listen; a minute when absent. */
  readonly patience?: number;
  /** Receives what the manager writes to standard error. */
  readonly onMessage?: (text: string) => void;
}

/**
 * Arguments of a manager that takes little of the machine on which tests run beside it: so many hours of traffic, and
 * one core, since it takes DuckDB longer to share little data between cores than to read it.
 */
export const small = (hours: number): string[] => ['--history', String(hours), '--threads', '1'];

/** What a manager says of itself when it listens. */
export interface ManagerAddress {
  readonly url: string;
  readonly apiKey: string;
  /** Path of the certificate of a manager that serves https. */
  readonly certificate?: string;
  readonly fingerprint256?: string;
}

/** A running local manager. */
export interface LocalManager extends ManagerAddress {
  readonly process: ChildProcess;
  stop(): Promise<void>;
}

/** Starts the local manager as a process of its own and waits until it says where it listens. @throws {Failure} when it does not. */
export async function startLocalManager(options: LocalManagerOptions = {}): Promise<LocalManager> {
  const { program = repositoryPath('out', 'localManager.js') } = options;
  if (!existsSync(program)) throw new Failure(`${program} is missing; run “node esbuild.mjs” first.`);
  const data = await givenOrTemporaryFolder(options.dataDir, 'manager');
  const child = spawn(process.execPath, [program, ...managerArguments(options, data.path)], {
    stdio: ['ignore', 'pipe', 'pipe'],
    // In a desktop VS Code the executable of the extension host is Electron.
    env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
  });
  const killNow = (): boolean => child.kill('SIGKILL');
  process.prependOnceListener('exit', killNow);
  const stop = async (): Promise<void> => {
    await stopChild(child);
    process.off('exit', killNow);
    data.remove();
  };
  try {
    return { ...(await readAddress(child, options)), process: child, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The environment in which Netsensor connects to the manager by itself. */
export function connectionVariables({ url, apiKey, certificate }: ManagerAddress): Record<string, string> {
  return {
    NETSENSOR_URL: url,
    NETSENSOR_API_KEY: apiKey,
    ...(certificate !== undefined && { NETSENSOR_CERTIFICATE: certificate }),
  };
}

function managerArguments(options: LocalManagerOptions, dataDir: string): string[] {
  const { port = 0, moreArguments = [] } = options;
  const args = ['--json', '--port', String(port), '--data', dataDir, ...moreArguments];
  return options.fresh ? [...args, '--fresh'] : args;
}

/** The first line on standard output is `{"url": …, "apiKey": …}`. */
async function readAddress(
  child: ChildProcess,
  { onMessage, patience = 180_000 }: LocalManagerOptions,
): Promise<ManagerAddress> {
  let output = '';
  let messages = '';
  return new Promise((resolve, reject) => {
    const fail = (what: string): void =>
      reject(new Failure(`The local manager ${what}. ${messages.trim()}`.trim()));
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      if (onMessage) onMessage(text);
      else messages += text;
    });
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      const end = output.indexOf('\n');
      if (end >= 0) resolve(JSON.parse(output.slice(0, end)) as ManagerAddress);
    });
    child.once('error', error => fail(`did not start (${error.message})`));
    child.once('close', code => fail(`ended with code ${code} before it listened`));
    if (patience === Infinity) return;
    setTimeout(() => fail(`did not listen within ${patience / 1000} s`), patience).unref();
  });
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const closed = new Promise<void>(resolve => child.once('close', () => resolve()));
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), 5_000);
  await closed;
  clearTimeout(timer);
}
