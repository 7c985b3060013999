import { Failure } from '../../test/host/failure.js';
import type { SuiteReport } from '../../test/support/mochaRun.js';
import type { Phase, PhaseContext } from './phase.js';

/**
 * Runs every phase, whatever the ones before it found, and prints `N passed, N failed` as the last line.
 * @returns the exit code
 */
export async function runPhases(phases: readonly Phase[], context: PhaseContext): Promise<number> {
  const started = Date.now();
  let passed = 0;
  let failed = 0;
  for (const phase of phases) {
    const report = await runPhase(phase, context, started);
    passed += report.passed;
    failed += report.failed;
  }
  context.print(`\n${passed} passed, ${failed} failed`);
  return failed === 0 && passed > 0 ? 0 : 1;
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
