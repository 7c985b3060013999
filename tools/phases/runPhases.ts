import { Failure } from '../../test/host/failure.js';
import { sumOf, type SuiteReport } from '../../test/support/suiteReport.js';
import type { Phase, PhaseContext, Stage } from './phase.js';
import { summaryLines, type PhaseResult } from './summary.js';
import { mostFlakySuites } from './secondTry.js';

/**
 * Runs every phase, whatever the others find, and prints what each took, what was slow, what was flaky, and
 * `N passed, N failed` as the last line.
 * @param stages one after the other
 * @returns the exit code; 1 also when no test ran, unless only what changed was asked for
 */
export async function runPhases(stages: readonly Stage[], context: PhaseContext): Promise<number> {
  const inOrder: PhaseResult[] = [];
  for (const stage of stages) inOrder.push(...(await runStage(stage, context)));
  const counted = withTooManyFlaky(sumOf(inOrder.map(({ report }) => report)), inOrder);
  for (const line of summaryLines(inOrder, counted)) context.print(line);
  const hasNoTask = context.changed === true && context.grep === undefined;
  return counted.failed === 0 && (counted.passed > 0 || hasNoTask) ? 0 : 1;
}

/** Windows and extension hosts wait now and then: three keep two cores busy. */
const phasesAtOnce = 3;

async function runStage(stage: Stage, context: PhaseContext): Promise<PhaseResult[]> {
  const longestName = Math.max(0, ...stage.map(({ name }) => name.length));
  const results: PhaseResult[] = [];
  const queue = stage.entries();
  const lane = async () => {
    for (const [index, phase] of queue) {
      // The lines of phases that run at the same time say whose they are.
      const label = stage.length > 1 ? `${phase.name.padEnd(longestName)} │ ` : '';
      const print = (text: string): void => context.print(text.replaceAll(/^/gm, label));
      results[index] = await runPhase(phase, { ...context, print });
    }
  };
  await Promise.all(Array.from({ length: phasesAtOnce }, lane));
  return results;
}

async function runPhase(phase: Phase, context: PhaseContext): Promise<PhaseResult> {
  const { print } = context;
  const started = Date.now();
  print(`── ${phase.title}`);
  const report = await phase.run(context).catch((error: unknown): SuiteReport => {
    const reason = error instanceof Failure ? error.message : describe(error);
    print(reason);
    const failures = [{ suite: phase.title, title: phase.title, reason }];
    return { passed: 0, failed: 1, skipped: 0, failures };
  });
  const { passed, failed } = report;
  const isSelection = context.grep !== undefined || context.changed === true;
  const isEmpty = passed + failed === 0 && report.leftOut === undefined;
  if (isEmpty) print(isSelection ? 'Nothing to run here.' : 'No test ran, which counts as a failure.');
  const counted = isEmpty && !isSelection ? { ...report, failed: 1 } : report;
  const seconds = (Date.now() - started) / 1000;
  print(`${phase.title}: ${counted.passed} passed, ${counted.failed} failed in ${seconds.toFixed(1)} s`);
  return { phase, report: counted, seconds };
}

/** Suites that need their second try are defects; more than two in a run are its failure. */
function withTooManyFlaky(
  counts: Pick<SuiteReport, 'passed' | 'failed' | 'skipped'>,
  results: readonly PhaseResult[],
): typeof counts {
  const suites = new Set(results.flatMap(({ report }) => report.flaky ?? []).map(({ suite }) => suite));
  return suites.size > mostFlakySuites ? { ...counts, failed: counts.failed + suites.size } : counts;
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
