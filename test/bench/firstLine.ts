import { createInterface } from 'node:readline';
import { Failure } from '../host/failure.js';
import type { ProcessGroup } from '../host/startProcess.js';

/**
 * What a helper of the bench prints first, one line of JSON. Its standard error is passed on.
 *
 * @throws Failure when it ends without a line
 */
export async function firstLine<T>({ child }: ProcessGroup): Promise<T> {
  child.stderr?.pipe(process.stderr);
  if (child.stdout)
    for await (const line of createInterface({ input: child.stdout })) return JSON.parse(line) as T;
  throw new Failure('A helper of the bench ended before it printed anything. Its reason stands above.');
}
