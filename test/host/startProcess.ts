import { type ChildProcess, spawn, spawnSync } from 'node:child_process';

/** A child process together with everything that it starts itself. */
export interface ProcessGroup {
  readonly child: ChildProcess;
  /** Resolves with the exit code, or with undefined when a signal ended it. */
  readonly exited: Promise<number | undefined>;
  stop(): Promise<void>;
}

export interface ProcessOptions {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  readonly cwd?: string;
  readonly stdio?: 'inherit' | 'pipe';
}

/** Starts a process in a group of its own, so that its children can be stopped with it. */
export function startProcess(options: ProcessOptions): ProcessGroup {
  const child = spawn(options.command, options.args, {
    env: options.env ?? process.env,
    cwd: options.cwd,
    stdio: ['ignore', options.stdio ?? 'pipe', options.stdio ?? 'pipe'],
    detached: process.platform !== 'win32',
  });
  const exited = new Promise<number | undefined>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', code => resolve(code ?? undefined));
  });
  const killNow = (): void => killGroup(child, 'SIGKILL');
  // Before the removal of temporary folders, which listens for the same event.
  process.prependOnceListener('exit', killNow);
  return { child, exited, stop: () => stopGroup(child, exited, killNow) };
}

async function stopGroup(
  child: ChildProcess,
  exited: Promise<number | undefined>,
  killNow: () => void,
): Promise<void> {
  killGroup(child, 'SIGTERM');
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<void>(resolve => {
    timer = setTimeout(resolve, 3_000);
  });
  await Promise.race([exited.catch(() => undefined), patience]);
  clearTimeout(timer);
  killNow();
  process.off('exit', killNow);
}

function killGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  if (process.platform === 'win32') {
    spawnSync('taskkill', ['/pid', String(child.pid), '/t', '/f'], { stdio: 'ignore' });
    return;
  }
  try {
    process.kill(-child.pid, signal);
  } catch {
    // ESRCH: the whole group has ended already.
  }
}
