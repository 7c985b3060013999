import { readFile, rm } from 'node:fs/promises';
import { stripVTControlCharacters } from 'node:util';
import { repositoryPath } from '../../test/host/repositoryPath.js';
import { runCommand } from '../../test/host/runCommand.js';
import type { SuiteReport } from '../../test/support/suiteReport.js';
import type { Phase, PhaseContext } from './phase.js';
import { failedTests, slowestTests, type VitestReport } from './vitestReport.js';

/** What each phase runs, of `vitest.config.ts`; `depth.test.ts` holds that nothing is forgotten. */
export const projectsOf = {
  contract: ['contract'],
  manager: ['manager'],
  unit: ['node', 'own VS Code', 'page with editor', 'page'],
  deep: ['deep', 'own VS Code', 'page with editor'],
} as const;

/** The contract by itself. */
export const contractPhase: Phase = {
  name: 'contract',
  title: 'Tests of the contract',
  run: context => runVitest(context, { projects: projectsOf.contract }),
};

/** The local manager by itself. */
export const managerPhase: Phase = {
  name: 'manager',
  title: 'Tests of the local manager',
  run: context => runVitest(context, { projects: projectsOf.manager }),
};

/** Everything of the extension that runs without VS Code. */
export const unitPhase: Phase = {
  name: 'unit',
  title: 'Unit tests',
  run: context => runVitest(context, { projects: projectsOf.unit }),
};

/** Random tests at full length, fuzzing, and what takes too long for every run. */
export const deepUnitPhase: Phase = {
  name: 'unit',
  title: 'Unit tests at full length',
  run: context => runVitest(context, { projects: projectsOf.deep, variables: { NETSENSOR_TEST_DEEP: '1' } }),
};

interface VitestRun {
  /** Of `vitest.config.ts`. */
  readonly projects: readonly [string, ...string[]];
  /** Added to the environment; the configuration decides by them what runs. */
  readonly variables?: Readonly<Record<string, string>>;
}

async function runVitest(
  { grep, changed, print }: PhaseContext,
  { projects, variables }: VitestRun,
): Promise<SuiteReport> {
  const reportFile = repositoryPath('out', `${projects[0]}-report.json`);
  await rm(reportFile, { force: true });
  const { exitCode, output } = await runCommand({
    command: process.execPath,
    args: [
      repositoryPath('node_modules', 'vitest', 'vitest.mjs'),
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${reportFile}`,
      ...projects.map(name => `--project=${name}`),
      ...(grep ? ['--testNamePattern', grep] : []),
      ...(changed ? ['--changed', '--passWithNoTests'] : []),
    ],
    cwd: repositoryPath(),
    env: {
      ...process.env,
      ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' }),
      ...variables,
    },
    timeout: 1_800_000,
  });
  const report = await readReport(reportFile);
  const hasPassed = exitCode === 0 && (report?.success ?? changed === true);
  const failed = hasPassed ? 0 : Math.max(1, report?.numFailedTests ?? 1);
  print(failed > 0 ? output.trimEnd() : summary(output));
  return {
    passed: report?.numPassedTests ?? 0,
    failed,
    // Those that a selection leaves out are pending, too.
    skipped: grep ? 0 : (report?.numPendingTests ?? 0),
    failures: report ? failedTests(report) : [],
    slowest: report ? slowestTests(report) : [],
  };
}

/** Absent when vitest found no test file or did not get as far as running one. */
async function readReport(file: string): Promise<VitestReport | undefined> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  return text === undefined ? undefined : (JSON.parse(text) as VitestReport);
}

function summary(output: string): string {
  return output
    .split('\n')
    .filter(line => /^\s*(Test Files|Tests|Duration)\s/.test(stripVTControlCharacters(line)))
    .join('\n');
}
