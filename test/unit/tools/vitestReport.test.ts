import { expect, it } from 'vitest';
import { failedTests, slowestTests, type VitestReport } from '../../../tools/phases/vitestReport.js';

const counts = { numPassedTests: 13, numFailedTests: 0, numPendingTests: 1, success: true };
type File = VitestReport['testResults'][number];
const file = (results: readonly Partial<File['assertionResults'][number]>[]): File => ({
  name: 'a.test.ts',
  status: 'passed',
  message: '',
  assertionResults: results.map(result => ({
    fullName: 'rack opens',
    ancestorTitles: ['rack'],
    status: 'passed',
    failureMessages: [],
    ...result,
  })),
});

it('names the ten tests that took longest, the longest first', () => {
  const took = (...durations: (number | undefined)[]) =>
    file(durations.map(duration => ({ fullName: `took ${duration}`, duration })));
  const testResults = [took(1000, undefined, 3000), took(...Array.from({ length: 11 }, () => 2000), 4500)];
  const slowest = slowestTests({ ...counts, testResults });
  expect(slowest).toHaveLength(10);
  expect(slowest.slice(0, 3)).toEqual([
    { title: 'took 4500', seconds: 4.5 },
    { title: 'took 3000', seconds: 3 },
    { title: 'took 2000', seconds: 2 },
  ]);
  const selected = slowestTests({ ...counts, testResults: [took(undefined, 1000)] });
  expect(selected, 'only what ran').toEqual([{ title: 'took 1000', seconds: 1 }]);
});

it('tells which tests failed and why, and which files could not be begun', () => {
  const broken = { ...file([]), status: 'failed', message: 'SyntaxError' };
  const failing = file([{}, { fullName: 'rack closes', status: 'failed', failureMessages: ['Error: 1'] }]);
  expect(
    failedTests({ ...counts, testResults: [{ ...failing, status: 'failed' }, broken, file([])] }),
  ).toEqual([
    { suite: 'rack', title: 'rack closes', reason: 'Error: 1' },
    { suite: 'a.test.ts', title: 'a.test.ts', reason: 'SyntaxError' },
  ]);
});
