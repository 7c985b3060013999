import { inspect } from 'node:util';
import Mocha from 'mocha';
import { withSourcePositions } from './sourcePositions.js';

/** What a suite did; it is written as JSON where it cannot be returned. */
export interface SuiteReport {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

export interface MochaRunOptions {
  /** Imports the test files; called when `describe` and `it` exist. */
  readonly load: () => Promise<unknown>;
  /** Only tests whose full name matches this regular expression. */
  readonly grep?: string;
  /** For one test, in milliseconds. */
  readonly timeout?: number;
  readonly print: (line: string) => void;
}

/**
 * Runs a bundled mocha suite in this process and prints each result as it comes. A test that fails gets one more attempt,
 * because a window on a busy machine can be slower than any patience; what needed it is printed with its first failure.
 */
export async function runMocha(options: MochaRunOptions): Promise<SuiteReport> {
  const mocha = new Mocha({ ui: 'bdd', timeout: options.timeout ?? 60_000, retries: 1 });
  if (options.grep) mocha.grep(new RegExp(options.grep));
  mocha.suite.emit('pre-require', globalThis, '', mocha);
  await options.load();
  const counts = { passed: 0, failed: 0, skipped: 0 };
  mocha.reporter(
    class extends Mocha.reporters.Base {
      constructor(runner: Mocha.Runner, mochaOptions: Mocha.MochaOptions) {
        super(runner, mochaOptions);
        printResults(runner, counts, options.print);
      }
    },
  );
  await new Promise<void>(resolve => {
    mocha.run(() => resolve());
  });
  return counts;
}

function printResults(
  runner: Mocha.Runner,
  counts: { passed: number; failed: number; skipped: number },
  print: (line: string) => void,
): void {
  const failures: string[] = [];
  runner.on('suite', suite => {
    if (suite.title) print(`${indent(suite)}${suite.title}`);
  });
  runner.on('pass', test => {
    counts.passed++;
    print(`${indent(test)}✓ ${test.title} (${test.duration ?? 0} ms)`);
  });
  runner.on('retry', (test, error: unknown) => {
    print(`${indent(test)}↻ ${test.title}, once more after: ${describeFailure(error)}`);
  });
  runner.on('pending', test => {
    counts.skipped++;
    print(`${indent(test)}- ${test.title} (skipped)`);
  });
  runner.on('fail', (test, error: unknown) => {
    counts.failed++;
    print(`${indent(test)}✗ ${test.title}`);
    failures.push(`\n${counts.failed}) ${test.titlePath().join(' › ')}\n${describeFailure(error)}`);
  });
  runner.once('end', () => failures.forEach(failure => print(failure)));
}

function indent(item: { titlePath(): string[] }): string {
  return '  '.repeat(Math.max(0, item.titlePath().length - 1));
}

function describeFailure(error: unknown): string {
  return error instanceof Error && error.stack ? withSourcePositions(error.stack) : inspect(error);
}
