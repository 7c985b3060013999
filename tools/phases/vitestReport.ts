import { slowestOf, type FailedTest, type TimedTest } from '../../test/support/suiteReport.js';

/** What the JSON reporter of vitest writes, as far as it is read here. */
export interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly success: boolean;
  readonly testResults: readonly VitestFile[];
}

interface VitestFile {
  readonly name: string;
  readonly status: string;
  /** Why the file itself could not be read or begun. */
  readonly message: string;
  readonly assertionResults: readonly VitestResult[];
}

interface VitestResult {
  readonly fullName: string;
  /** The titles of the suites around it, the outermost first. */
  readonly ancestorTitles: readonly string[];
  readonly status: string;
  readonly failureMessages: readonly string[];
  /** In milliseconds; absent for a test that did not run. */
  readonly duration?: number | null;
}

/** The tests that took longest, the longest first. */
export const slowestTests = (report: VitestReport): TimedTest[] =>
  slowestOf(
    report.testResults
      .flatMap(({ assertionResults }) => assertionResults)
      .flatMap(({ fullName, duration }) =>
        typeof duration === 'number' ? { title: fullName, seconds: duration / 1000 } : [],
      ),
  );

/** The tests that failed, and the files that could not be begun. */
export const failedTests = (report: VitestReport): FailedTest[] =>
  report.testResults.flatMap(({ name, status, message, assertionResults }) =>
    status === 'failed' && assertionResults.length === 0
      ? [{ suite: name, title: name, reason: message }]
      : assertionResults
          .filter(result => result.status === 'failed')
          .map(({ fullName, ancestorTitles: [suite = fullName], failureMessages }) => ({
            suite,
            title: fullName,
            reason: failureMessages.join('\n'),
          })),
  );
