import { Failure } from '../host/failure.js';
import { startProcess } from '../host/startProcess.js';
import { firstLine } from './firstLine.js';

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
  const server = startProcess({ command: process.execPath, args: serve });
  try {
    const { pid } = server.child;
    if (pid === undefined) throw new Failure('The manager could not be started.');
    const { url, apiKey } = await firstLine<{ url: string; apiKey: string }>(server);
    return await work({ url, key: apiKey, pid });
  } finally {
    await server.stop();
  }
}
