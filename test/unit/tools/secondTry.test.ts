import { describe, expect, it } from 'vitest';
import type { Scope } from '../../host/scope.js';
import type { SuiteReport, TestCounts } from '../../support/mochaRun.js';
import { withSecondTry } from '../../../tools/phases/secondTry.js';

const counts = (passed: number, failed: number): TestCounts => ({ passed, failed, skipped: 0 });
const reportOf = (suites: Record<string, TestCounts>): SuiteReport => ({
  passed: Object.values(suites).reduce((sum, { passed }) => sum + passed, 0),
  failed: Object.values(suites).reduce((sum, { failed }) => sum + failed, 0),
  skipped: 0,
  suites,
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

  it('fails with what fails twice', async () => {
    const failed = reportOf({ tree: counts(2, 1), rack: counts(4, 0) });
    expect((await runOf([failed, reportOf({ tree: counts(2, 1) })])).report).toMatchObject(counts(6, 1));
  });

  it.each([
    ['nothing ran in the second run', [reportOf({ tree: counts(2, 1) }), reportOf({})], undefined],
    [
      'so much failed that it is no chance',
      [reportOf(Object.fromEntries([1, 2, 3, 4].map(n => [n, counts(0, 1)])))],
      undefined,
    ],
    ['somebody looks at single tests', [reportOf({ tree: counts(2, 1) })], 'tree'],
  ])('stays failed when %s', async (_why, reports, grep) => {
    const { report } = await runOf(reports, grep);
    const { passed, failed } = reports[0]!;
    expect(report).toMatchObject({ passed, failed });
  });
});
