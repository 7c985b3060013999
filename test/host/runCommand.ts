import { startProcess, type ProcessOptions } from './startProcess.js';

export interface CommandResult {
  readonly exitCode: number;
  /** Standard output and standard error in the order in which they arrived. */
  readonly output: string;
}

/** Runs a command to its end and collects what it printed; never throws for a non-zero exit. */
export async function runCommand(options: Omit<ProcessOptions, 'stdio'>): Promise<CommandResult> {
  const group = startProcess({ ...options, stdio: 'pipe' });
  const chunks: string[] = [];
  for (const stream of [group.child.stdout, group.child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => chunks.push(chunk));
  }
  try {
    const exitCode = await group.exited;
    return { exitCode: exitCode ?? 1, output: chunks.join('') };
  } finally {
    await group.stop();
  }
}
