import { on } from 'node:events';
import type { ChildProcess } from 'node:child_process';
import { Failure } from '../../test/host/failure.js';

/** The last lines of what Java prints about its threads begin so. */
const endOfDump = /^JNI global ref/m;
/** Milliseconds in which a Java that has much to do prints them. */
const patience = 30_000;
/** Milliseconds until it is asked again: a signal that comes while Java is still printing may be lost. */
const betweenSignals = 3_000;

/**
 * The names of all threads of a Java process, which prints them when it gets SIGQUIT; it takes no tool of a JDK.
 * @throws {Failure} when it does not
 */
export async function namedThreads(child: ChildProcess | undefined): Promise<string[]> {
  const output = child?.stdout;
  if (!child || !output) throw new Failure('There is no such Java process.');
  let text = '';
  const ask = (): boolean => child.kill('SIGQUIT');
  const asking = setInterval(ask, betweenSignals);
  try {
    ask();
    const pieces = on(output, 'data', { signal: AbortSignal.timeout(patience) });
    for await (const [piece] of pieces as AsyncIterable<[Buffer]>) {
      text += piece.toString();
      if (endOfDump.test(text)) break;
    }
  } catch {
    throw new Failure('Java does not say what its threads do.');
  } finally {
    clearInterval(asking);
  }
  return [...text.matchAll(/^"([^"]*)"/gm)].map(([, name = '']) => name);
}
