import { Failure } from './failure.js';
import { Scope } from './scope.js';

const signalCodes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

/** Runs a command-line tool: one sentence for a `Failure`, and whatever it started is stopped on every way out. */
export async function runTool(main: (scope: Scope) => Promise<number>): Promise<void> {
  const scope = new Scope();
  let interrupted = false;
  for (const signal of Object.keys(signalCodes) as (keyof typeof signalCodes)[]) {
    process.on(signal, () => {
      if (interrupted) process.exit(signalCodes[signal]);
      interrupted = true;
      scope.close().then(
        () => process.exit(signalCodes[signal]),
        () => process.exit(signalCodes[signal]),
      );
    });
  }
  let exitCode = 1;
  try {
    exitCode = await main(scope);
  } catch (error) {
    // What is being stopped fails in its own ways; the person who pressed Ctrl+C knows why.
    if (!interrupted) console.error(isForPeople(error) ? error.message : error);
  }
  await scope.close();
  if (!interrupted) process.exit(exitCode);
}

/** Node's own messages about command-line options are sentences too. */
function isForPeople(error: unknown): error is Error {
  if (error instanceof Failure) return true;
  return error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
}
