import { describe, expect, it } from 'vitest';
import { withSecondTry } from '../../../tools/phases/secondTry.js';
import type { Scope } from '../../host/scope.js';
import { sumOf, type SuiteReport, type TestCounts } from '../../support/suiteReport.js';

const counts = (passed: number, failed: number): TestCounts => ({ passed, failed, skipped: 0 });
const reportOf = (suites: Record<string, TestCounts>, reason = 'broken'): SuiteReport => ({
  ...sumOf(Object.values(suites)),
  suites,
  failures: Object.entries(suites)
    .filter(([, { failed }]) => failed > 0)
    .map(([suite]) => ({ suite, title: `${suite} works`, reason })),
});

/** Runs a phase that answers these reports one after the other; tells what it was asked for. */
async function runOf(reports: readonly SuiteReport[], grep?: string) {
  const asked: (string | undefined)[] = [];
  const run = withSecondTry(async context => {
    asked.push(context.grep);
    return reports[asked.length - 1]!;
  });
  const report = await run({ scope: {} as Scope, print: () => undefined, ...(grep && { grep }) });
  return { report, asked };
}

describe('a phase with a second try', () => {
  it('runs once when all is green', async () => {
    const { report, asked } = await runOf([reportOf({ tree: counts(3, 0) })]);
    expect([report.passed, report.failed, asked]).toEqual([3, 0, [undefined]]);
  });

  it('runs only the suites that failed again, whole, and counts them as they end then', async () => {
    const first = reportOf({ 'tree (1)': counts(2, 1), 'tree (1) in https': counts(4, 0) });
    const second = reportOf({ 'tree (1)': counts(3, 0), 'tree (1) in https': counts(4, 0) });
    const { report, asked } = await runOf([first, second]);
    expect([report.passed, report.failed]).toEqual([7, 0]);
    expect(['tree (1) opens', 'the tree (1) opens'].map(title => new RegExp(asked[1]!).test(title))).toEqual([
      true,
      false,
    ]);
  });

  it('reports what passed then as flaky, with what failed first', async () => {
    const first = reportOf({ tree: counts(2, 1) }, 'too slow');
    const { report } = await runOf([first, reportOf({ tree: counts(3, 0) })]);
    expect(report.flaky).toEqual([{ suite: 'tree', title: 'tree works', reason: 'too slow' }]);
    expect(report.failures).toEqual([]);
  });

  it('fails with what fails twice, which is not flaky', async () => {
    const failed = reportOf({ tree: counts(2, 1), rack: counts(4, 0) });
    const { report } = await runOf([failed, reportOf({ tree: counts(2, 1) }, 'again')]);
    expect(report).toMatchObject({ ...counts(6, 1), flaky: [] });
    expect(report.failures).toEqual([{ suite: 'tree', title: 'tree works', reason: 'again' }]);
  });

  it.each([
    ['nothing ran in the second run', [reportOf({ tree: counts(2, 1) }), reportOf({})], undefined],
    [
      'so much failed that it is no chance',
      [reportOf(Object.fromEntries([1, 2, 3].map(n => [n, counts(0, 1)])))],
      undefined,
    ],
    ['somebody looks at single tests', [reportOf({ tree: counts(2, 1) })], 'tree'],
  ])('stays failed when %s', async (_why, reports, grep) => {
    const { report } = await runOf(reports, grep);
    const { passed, failed, failures } = reports[0]!;
    expect(report).toMatchObject({ passed, failed, failures });
    expect(report.flaky ?? []).toEqual([]);
  });
});
