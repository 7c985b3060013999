import { Failure } from './failure.js';
import { Scope } from './scope.js';

const signalCodes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

export interface ToolOptions {
  /** For a tool that runs until Ctrl+C, which then is no failure. */
  readonly isInterruptNormal?: boolean;
}

/** Runs a command-line tool: one sentence for a `Failure`, and whatever it started is stopped on every way out. */
export async function runTool(
  main: (scope: Scope) => Promise<number>,
  options: ToolOptions = {},
): Promise<void> {
  const scope = new Scope();
  let interruptedAt: number | undefined;
  const interrupt = (signal: keyof typeof signalCodes): void => {
    const exitCode = options.isInterruptNormal && signal === 'SIGINT' ? 0 : signalCodes[signal];
    const exit = (): never => process.exit(exitCode);
    // npm passes on the signal that the terminal sends to everyone: only a later one means impatience.
    if (interruptedAt !== undefined && Date.now() - interruptedAt > 1_000) exit();
    if (interruptedAt !== undefined) return;
    interruptedAt = Date.now();
    scope.close().then(exit, exit);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => interrupt(signal));
  watchForLostParent(() => interrupt('SIGHUP'));
  let exitCode = 1;
  try {
    exitCode = await main(scope);
  } catch (error) {
    // What is being stopped fails in its own ways; the person who pressed Ctrl+C knows why.
    if (interruptedAt === undefined) console.error(isForPeople(error) ? error.message : error);
  }
  await scope.close();
  if (interruptedAt === undefined) process.exit(exitCode);
}

/** Whoever ends npm ends only the shell in between, and this process would go on without either. */
function watchForLostParent(onLost: () => void): void {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    onLost();
  }, 1_000).unref();
}

/** Node's own messages about command-line options are sentences too. */
function isForPeople(error: unknown): error is Error {
  if (error instanceof Failure) return true;
  return error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
}
