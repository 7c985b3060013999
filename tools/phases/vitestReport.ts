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

const most = 10;

/** The ten tests that took longest, the longest first. */
export function slowestTests(report: VitestReport): { title: string; seconds: number }[] {
  return report.testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .map(({ fullName, duration }) => ({ title: fullName, seconds: (duration ?? 0) / 1000 }))
    .sort((one, other) => other.seconds - one.seconds)
    .slice(0, most);
}
