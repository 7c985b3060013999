import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { Failure } from '../host/failure.js';
import { startProcess } from '../host/startProcess.js';

/** A manager in a process of its own. */
export interface Served {
  readonly url: string;
  readonly key: string;
  readonly pid: number;
}

/**
 * Starts a manager, lets something ask it, and stops it.
 * @param serve arguments that make Node serve the data of a folder and print the address as the first line
 */
export async function withManager<T>(
  serve: readonly string[],
  work: (manager: Served) => Promise<T>,
): Promise<T> {
  const { child, stop } = startProcess({ command: process.execPath, args: serve });
  try {
    if (!child.stdout || child.pid === undefined) throw new Failure('The manager could not be started.');
    child.stderr?.pipe(process.stderr);
    const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
    const { url, apiKey } = JSON.parse(line) as { url: string; apiKey: string };
    return await work({ url, key: apiKey, pid: child.pid });
  } finally {
    await stop();
  }
}
