import { inspect } from 'node:util';
import Mocha from 'mocha';
import { withSourcePositions } from './sourcePositions.js';

/** How many tests ended in which way. */
export interface TestCounts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** What a run did; it is written as JSON where it cannot be returned. */
export interface SuiteReport extends TestCounts {
  /** The same for each outermost suite, by its title. */
  readonly suites?: Readonly<Record<string, TestCounts>>;
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
  const suites = new Map<string, Counts>();
  mocha.reporter(
    class extends Mocha.reporters.Base {
      constructor(runner: Mocha.Runner, mochaOptions: Mocha.MochaOptions) {
        super(runner, mochaOptions);
        printResults(runner, options.print);
        countResults(runner, suites);
      }
    },
  );
  await new Promise<void>(resolve => {
    mocha.run(() => resolve());
  });
  return { ...sumOf([...suites.values()]), suites: Object.fromEntries(suites) };
}

type Counts = { -readonly [Name in keyof TestCounts]: TestCounts[Name] };

/** Adds up what parts of a run did. */
export function sumOf(parts: readonly TestCounts[]): TestCounts {
  const sum = (count: (part: TestCounts) => number) => parts.reduce((total, part) => total + count(part), 0);
  return {
    passed: sum(({ passed }) => passed),
    failed: sum(({ failed }) => failed),
    skipped: sum(({ skipped }) => skipped),
  };
}

function countResults(runner: Mocha.Runner, suites: Map<string, Counts>): void {
  const countsOf = (test: Mocha.Runnable): Counts => {
    const [title = ''] = test.titlePath();
    const counts = suites.get(title) ?? { passed: 0, failed: 0, skipped: 0 };
    suites.set(title, counts);
    return counts;
  };
  runner.on('pass', test => (countsOf(test).passed += 1));
  runner.on('pending', test => (countsOf(test).skipped += 1));
  runner.on('fail', test => (countsOf(test).failed += 1));
}

function printResults(runner: Mocha.Runner, print: (line: string) => void): void {
  const failures: string[] = [];
  runner.on('suite', suite => {
    if (suite.title) print(`${indent(suite)}${suite.title}`);
  });
  runner.on('pass', test => {
    print(`${indent(test)}✓ ${test.title} (${test.duration ?? 0} ms)`);
  });
  runner.on('retry', (test, error: unknown) => {
    print(`${indent(test)}↻ ${test.title}, once more after: ${describeFailure(error)}`);
  });
  runner.on('pending', test => {
    print(`${indent(test)}- ${test.title} (skipped)`);
  });
  runner.on('fail', (test, error: unknown) => {
    print(`${indent(test)}✗ ${test.title}`);
    failures.push(`\n${failures.length + 1}) ${test.titlePath().join(' › ')}\n${describeFailure(error)}`);
  });
  runner.once('end', () => failures.forEach(failure => print(failure)));
}

function indent(item: { titlePath(): string[] }): string {
  return '  '.repeat(Math.max(0, item.titlePath().length - 1));
}

function describeFailure(error: unknown): string {
  return error instanceof Error && error.stack ? withSourcePositions(error.stack) : inspect(error);
}
