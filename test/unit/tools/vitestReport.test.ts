import { expect, it } from 'vitest';
import { slowestTests } from '../../../tools/phases/vitestReport.js';

it('names the ten tests that took longest, the longest first', () => {
  const file = (...durations: (number | undefined)[]) => ({
    assertionResults: durations.map(duration => ({ fullName: `took ${duration}`, duration })),
  });
  const counts = { numPassedTests: 13, numFailedTests: 0, numPendingTests: 1, success: true };
  const testResults = [file(1000, undefined, 3000), file(...Array.from({ length: 11 }, () => 2000), 4500)];
  const slowest = slowestTests({ ...counts, testResults });
  expect(slowest).toHaveLength(10);
  expect(slowest.slice(0, 3)).toEqual([
    { title: 'took 4500', seconds: 4.5 },
    { title: 'took 3000', seconds: 3 },
    { title: 'took 2000', seconds: 2 },
  ]);
  const selected = slowestTests({ ...counts, testResults: [file(undefined, 1000)] });
  expect(selected, 'only what ran').toEqual([{ title: 'took 1000', seconds: 1 }]);
});
