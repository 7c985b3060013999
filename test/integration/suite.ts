import { writeFile } from 'node:fs/promises';
import { watchRequests } from '../support/answeredRequests.js';
import { loadMocha } from '../support/mochaRun.js';
import { hastenReads, hastenSettling } from '../support/skipPause.js';
import { watchDoors } from '../support/shownTexts.js';
import { markSuiteLine } from '../support/suiteLine.js';
import { prepareExtension } from '../support/useExtension.js';
import { describeDoors } from './describeDoors.js';
import { describeEndpoints } from './describeEndpoints.js';

/** The parts of the suite, which run in two windows at the same time; one window runs both when none is asked for. */
const parts: Readonly<Record<IntegrationPart, () => Promise<void>>> = {
  manager: async () => {
    await import('glob:*.test.ts');
    describeEndpoints();
  },
  notebook: async () => void (await import('glob:notebook/*.test.ts')),
};

export type IntegrationPart = 'manager' | 'notebook';

/** Makes what has to be there before the extension starts. */
export async function prepareSuite(): Promise<void> {
  hastenSettling();
  hastenReads();
  await prepareExtension();
}

/** Runs the tests of this folder, or of one part of it. @throws when a test fails or none exists. */
export async function runSuite(): Promise<void> {
  const wanted = process.env.NETSENSOR_TEST_PART;
  const run = await loadMocha({
    load: async () => {
      watchRequests();
      watchDoors();
      for (const [name, load] of Object.entries(parts)) if (!wanted || wanted === name) await load();
      describeDoors();
    },
    grep: process.env.NETSENSOR_TEST_GREP,
    print: line => console.log(markSuiteLine(line)),
  });
  const report = await run();
  const reportFile = process.env.NETSENSOR_TEST_REPORT;
  if (reportFile) await writeFile(reportFile, JSON.stringify(report));
  if (report.failed > 0) throw new Error(`${report.failed} tests failed`);
  if (report.passed === 0) throw new Error('No test ran');
}
