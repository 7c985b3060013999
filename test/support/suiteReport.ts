/** How many tests ended in which way. */
export interface TestCounts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** A test, or a hook of one, that failed. */
export interface FailedTest {
  /** The title of the outermost suite. */
  readonly suite: string;
  /** The titles from there down to the test. */
  readonly title: string;
  readonly reason: string;
}

/** How long a test took. */
export interface TimedTest {
  readonly title: string;
  readonly seconds: number;
}

/** What a run did; it is written as JSON where it cannot be returned. */
export interface SuiteReport extends TestCounts {
  /** Why none of it was run, where it cannot or need not; nothing was counted then. */
  readonly leftOut?: string;
  /** The same for each outermost suite, by its title. */
  readonly suites?: Readonly<Record<string, TestCounts>>;
  readonly failures?: readonly FailedTest[];
  /** The slowest tests, slowest first. */
  readonly slowest?: readonly TimedTest[];
  /** What failed first in suites that then passed from their beginning. */
  readonly flaky?: readonly FailedTest[];
}

/** Adds up what parts of a run did. */
export function sumOf(parts: readonly TestCounts[]): TestCounts {
  const sum = (count: (part: TestCounts) => number) => parts.reduce((total, part) => total + count(part), 0);
  return {
    passed: sum(({ passed }) => passed),
    failed: sum(({ failed }) => failed),
    skipped: sum(({ skipped }) => skipped),
  };
}

const longestList = 10;

/** The ten slowest of some tests, slowest first. */
export const slowestOf = (tests: readonly TimedTest[]): TimedTest[] =>
  tests
    .map(({ title, seconds }) => ({ title, seconds }))
    .sort((one, other) => other.seconds - one.seconds)
    .slice(0, longestList);
