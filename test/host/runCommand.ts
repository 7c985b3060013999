import { startProcess, type ProcessOptions } from './startProcess.js';

export interface CommandResult {
  readonly exitCode: number;
  /** Standard output and standard error in the order in which they arrived. */
  readonly output: string;
}

export interface CommandOptions extends Omit<ProcessOptions, 'stdio'> {
  /** In milliseconds; a command that takes longer is stopped and has failed. */
  readonly timeout?: number;
}

/** Runs a command to its end and collects what it printed; never throws for a non-zero exit. */
export async function runCommand(options: CommandOptions): Promise<CommandResult> {
  const group = startProcess({ ...options, stdio: 'pipe' });
  const chunks: string[] = [];
  for (const stream of [group.child.stdout, group.child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => chunks.push(chunk));
  }
  const timer = setTimeout(
    () => {
      chunks.push(`\nStopped: no end after ${(options.timeout ?? 0) / 1000} s\n`);
      group.stop().catch(() => undefined);
    },
    options.timeout ?? 2 ** 31 - 1,
  );
  try {
    const exitCode = await group.exited;
    return { exitCode: exitCode ?? 1, output: chunks.join('') };
  } finally {
    clearTimeout(timer);
    await group.stop();
  }
}
