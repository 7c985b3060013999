import { describeError } from './describeError.js';
import type { Log } from './doors.js';
import { unlinked } from './inert.js';

/** Lets something go on that nobody waits for, such as what a listener does; when it fails, the log says so. */
export function inBackground(log: Pick<Log, 'error'>, work: PromiseLike<unknown>): void {
  work.then(undefined, (error: unknown) => log.error(unlinked(describeError(error))));
}
