import { slowestOf, type TimedTest } from '../../test/support/suiteReport.js';

/** What the JSON reporter of vitest writes, as far as it is read here. */
export interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly success: boolean;
  readonly testResults: readonly { readonly assertionResults: readonly VitestResult[] }[];
}

interface VitestResult {
  readonly fullName: string;
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
