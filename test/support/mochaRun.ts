import { inspect } from 'node:util';
import Mocha from 'mocha';
import { withSourcePositions } from './sourcePositions.js';
import { slowestOf, sumOf, type FailedTest, type SuiteReport, type TestCounts } from './suiteReport.js';

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
 * Loads a bundled mocha suite into this process. Suites describe themselves with global functions, so one loads after the
 * other; then they may run at the same time.
 * @returns runs it and prints each result as it comes; nothing is tried twice here
 */
export async function loadMocha(options: MochaRunOptions): Promise<() => Promise<SuiteReport>> {
  const mocha = new Mocha({ ui: 'bdd', timeout: options.timeout ?? 60_000 });
  if (options.grep) mocha.grep(new RegExp(options.grep));
  mocha.suite.emit('pre-require', globalThis, '', mocha);
  await options.load();
  return () => run(mocha, options.print);
}

async function run(mocha: Mocha, print: (line: string) => void): Promise<SuiteReport> {
  const results: Result[] = [];
  mocha.reporter(
    class extends Mocha.reporters.Base {
      constructor(runner: Mocha.Runner, mochaOptions: Mocha.MochaOptions) {
        super(runner, mochaOptions);
        printResults(runner, print);
        noteResults(runner, results);
      }
    },
  );
  await new Promise<void>(resolve => {
    mocha.run(() => resolve());
  });
  return reportOf(results);
}

/** How a test, or a hook that failed, ended. */
interface Result extends FailedTest {
  readonly state: keyof TestCounts;
  readonly seconds: number;
}

function noteResults(runner: Mocha.Runner, results: Result[]): void {
  const note = (state: keyof TestCounts, test: Mocha.Runnable, error?: unknown): void => {
    const [suite = ''] = test.titlePath();
    const reason = state === 'failed' ? describeFailure(error) : '';
    results.push({ state, suite, title: test.fullTitle(), reason, seconds: (test.duration ?? 0) / 1000 });
  };
  runner.on('pass', test => note('passed', test));
  runner.on('pending', test => note('skipped', test));
  runner.on('fail', (test, error: unknown) => note('failed', test, error));
}

function reportOf(results: readonly Result[]): SuiteReport {
  const suites: Record<string, TestCounts> = {};
  for (const { suite, state } of results) {
    const counts = suites[suite] ?? { passed: 0, failed: 0, skipped: 0 };
    suites[suite] = { ...counts, [state]: counts[state] + 1 };
  }
  const failures = results
    .filter(({ state }) => state === 'failed')
    .map(({ suite, title, reason }) => ({ suite, title, reason }));
  return { ...sumOf(Object.values(suites)), suites, failures, slowest: slowestOf(results) };
}

function printResults(runner: Mocha.Runner, print: (line: string) => void): void {
  const failures: string[] = [];
  runner.on('suite', suite => {
    if (suite.title) print(`${indent(suite)}${suite.title}`);
  });
  runner.on('pass', test => {
    print(`${indent(test)}✓ ${test.title} (${test.duration ?? 0} ms)`);
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
