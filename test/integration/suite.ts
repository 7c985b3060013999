import { writeFile } from 'node:fs/promises';
import { watchRequests } from '../support/answeredRequests.js';
import { runMocha } from '../support/mochaRun.js';
import { watchDoors } from '../support/shownTexts.js';
import { markSuiteLine } from '../support/suiteLine.js';
import { describeDoors } from './describeDoors.js';
import { describeEndpoints } from './describeEndpoints.js';

/** Runs every `*.test.ts` below this folder. @throws when a test fails or none exists. */
export async function runSuite(): Promise<void> {
  const report = await runMocha({
    load: async () => {
      watchRequests();
      watchDoors();
      await import('glob:.test.ts');
      describeEndpoints();
      describeDoors();
    },
    grep: process.env.NETSENSOR_TEST_GREP,
    print: line => console.log(markSuiteLine(line)),
  });
  const reportFile = process.env.NETSENSOR_TEST_REPORT;
  if (reportFile) await writeFile(reportFile, JSON.stringify(report));
  if (report.failed > 0) throw new Error(`${report.failed} tests failed`);
  if (report.passed === 0) throw new Error('No test ran');
}
