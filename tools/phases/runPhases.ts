import { Failure } from '../../test/host/failure.js';
import type { SuiteReport } from '../../test/support/mochaRun.js';
import type { Phase, PhaseContext } from './phase.js';

/**
 * Runs every phase, whatever the ones before it found, and prints `N passed, N failed` as the last line.
 * @param groups one after the other; the phases within a group run at the same time
 * @returns the exit code
 */
export async function runPhases(
  groups: readonly (readonly Phase[])[],
  context: PhaseContext,
): Promise<number> {
  const started = Date.now();
  let passed = 0;
  let failed = 0;
  for (const group of groups) {
    const run = group.length === 1 ? runPhase : runQuietly;
    for (const report of await Promise.all(group.map(phase => run(phase, context, started)))) {
      passed += report.passed;
      failed += report.failed;
    }
  }
  context.print(`\n${passed} passed, ${failed} failed`);
  return failed === 0 && passed > 0 ? 0 : 1;
}

/** Prints everything at the end, so that phases that run at the same time do not mix their lines. */
async function runQuietly(phase: Phase, context: PhaseContext, runStarted: number): Promise<SuiteReport> {
  const lines: string[] = [];
  const report = await runPhase(phase, { ...context, print: line => lines.push(line) }, runStarted);
  context.print(lines.join('\n'));
  return report;
}

async function runPhase(phase: Phase, context: PhaseContext, runStarted: number): Promise<SuiteReport> {
  const { print } = context;
  const started = Date.now();
  print(`\n── ${phase.title} ── (at ${seconds(runStarted)})`);
  const report = await phase.run(context).catch((error: unknown): SuiteReport => {
    print(error instanceof Failure ? error.message : describe(error));
    return { passed: 0, failed: 1, skipped: 0 };
  });
  const isEmpty = report.passed + report.failed === 0;
  if (isEmpty) print('No test ran, which counts as a failure.');
  const counted = isEmpty ? { ...report, failed: 1 } : report;
  const skipped = counted.skipped > 0 ? `, ${counted.skipped} skipped` : '';
  print(
    `${phase.title}: ${counted.passed} passed, ${counted.failed} failed${skipped} in ${seconds(started)}`,
  );
  return counted;
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function seconds(since: number): string {
  return `${((Date.now() - since) / 1000).toFixed(1)} s`;
}
