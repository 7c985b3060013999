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
  /** Receives what the manager writes to standard error. */
  readonly onMessage?: (text: string) => void;
}

/** A running local manager. */
export interface LocalManager {
  readonly url: string;
  readonly apiKey: string;
  readonly process: ChildProcess;
  stop(): Promise<void>;
}

/** Starts `out/localManager.js` and waits until it says where it listens. @throws {Failure} when it does not. */
export async function startLocalManager(options: LocalManagerOptions = {}): Promise<LocalManager> {
  const program = repositoryPath('out', 'localManager.js');
  if (!existsSync(program))
    throw new Failure('out/localManager.js is missing; run “node esbuild.mjs” first.');
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
    return { ...(await readAddress(child, options.onMessage)), process: child, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function managerArguments(options: LocalManagerOptions, dataDir: string): string[] {
  const args = ['--json', '--port', String(options.port ?? 0), '--data', dataDir];
  return options.fresh ? [...args, '--fresh'] : args;
}

/** The first line on standard output is `{"url": …, "apiKey": …}`. */
async function readAddress(
  child: ChildProcess,
  onMessage: LocalManagerOptions['onMessage'],
): Promise<{ url: string; apiKey: string }> {
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
      if (end >= 0) resolve(JSON.parse(output.slice(0, end)) as { url: string; apiKey: string });
    });
    child.once('error', error => fail(`did not start (${error.message})`));
    child.once('close', code => fail(`ended with code ${code} before it listened`));
    setTimeout(() => fail('did not listen within 60 s'), 60_000).unref();
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
