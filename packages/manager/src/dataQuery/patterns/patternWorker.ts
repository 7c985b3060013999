import { Worker } from 'node:worker_threads';
import { timeLimit } from 'netsensor-contract/text/timeLimit';

/** Texts, and the patterns (JavaScript's, flag v) that are tried on each of them. */
export interface MatchTask {
  readonly texts: readonly string[];
  readonly patterns: readonly string[];
}

/** Patterns that did not end in time. */
export class PatternTimeout extends Error {}

/** A pattern that the engine gave up on; `pattern` is its text. */
export class PatternFailure extends Error {
  constructor(
    readonly pattern: string,
    reason: string,
  ) {
    super(reason);
  }
}

/** How long, and for whom, the patterns may run. */
export interface MatchLimits {
  readonly milliseconds: number;
  readonly signal: AbortSignal | undefined;
}

type Reply = { matches: Uint32Array[][] } | { pattern: string; reason: string };

/**
 * The program of the worker. It is a text because there is no file that exists in every way the manager is run: from
 * its sources, as one bundle, and inside the bundle of another program.
 */
const program = `
const { parentPort, workerData } = require('node:worker_threads');
let current;
try {
  const matches = workerData.map(({ texts, patterns }) =>
    patterns.map(pattern => {
      current = pattern;
      const expression = new RegExp(pattern, 'v');
      const found = [];
      texts.forEach((text, index) => { if (expression.test(text)) found.push(index); });
      return Uint32Array.from(found);
    }));
  parentPort.postMessage({ matches });
} catch (error) {
  parentPort.postMessage({ pattern: current, reason: error.message });
}
`;

/**
 * Tries patterns on texts in a thread of its own, which is ended when it takes too long or nobody waits any more.
 * @returns for each task and pattern the positions of the texts that match
 * @throws PatternTimeout, PatternFailure, or the reason of the signal
 */
export async function matchInWorker(
  tasks: readonly MatchTask[],
  { milliseconds, signal }: MatchLimits,
): Promise<Uint32Array[][]> {
  signal?.throwIfAborted();
  const worker = new Worker(program, { eval: true, workerData: tasks, execArgv: [], env: {} });
  const limit = timeLimit(milliseconds, signal);
  try {
    return await new Promise<Uint32Array[][]>((resolve, reject) => {
      limit.signal.onabort = () => reject(signal?.aborted ? (signal.reason as Error) : new PatternTimeout());
      worker.once('error', reject);
      worker.once('exit', code => reject(new Error(`The pattern worker ended with ${code}`)));
      worker.once('message', (reply: Reply) => {
        if ('matches' in reply) resolve(reply.matches);
        else reject(new PatternFailure(reply.pattern, reply.reason));
      });
    });
  } finally {
    limit.end();
    await worker.terminate();
  }
}
