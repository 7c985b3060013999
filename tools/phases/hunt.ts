import { rename, rm } from 'node:fs/promises';
import { literalPattern } from 'netsensor-contract/text/plainText';
import { Failure } from '../../test/host/failure.js';
import { sumOf, type SuiteReport } from '../../test/support/suiteReport.js';
import type { Phase, PhaseContext } from './phase.js';

export interface Hunted {
  /** Part of the full title of a test, or of several. */
  readonly title: string;
  readonly times: number;
  /** Where phases leave pictures and logs of failures. */
  readonly left: string;
  /** Where those of the first failure are kept. */
  readonly kept: string;
}

/**
 * Runs what has a title again and again, each time in a new window, and keeps what the first failure left.
 * @returns the exit code, as {@link runPhases}
 * @throws {Failure} when no test has that title
 */
export async function hunt(
  phases: readonly Phase[],
  { title, times, left, kept }: Hunted,
  context: PhaseContext,
): Promise<number> {
  const grep = literalPattern(title);
  const reports: SuiteReport[] = [];
  let searched = phases;
  await rm(kept, { recursive: true, force: true });
  for (let turn = 1; turn <= times; turn += 1) {
    const lines: string[] = [];
    const found: Phase[] = [];
    for (const phase of searched) {
      const report = await phase.run({ ...context, grep, print: line => lines.push(line) });
      if (report.passed + report.failed === 0) continue;
      found.push(phase);
      reports.push(report);
    }
    if (found.length === 0) throw new Failure(`No test has “${title}” in its title.\n${lines.join('\n')}`);
    searched = found;
    const { passed, failed } = sumOf(reports);
    context.print(`Run ${turn} of ${times}: ${passed} passed and ${failed} failed so far.`);
    if (failed === 0 || reports.slice(0, -found.length).some(report => report.failed > 0)) continue;
    context.print(lines.join('\n'));
    // Phases without windows keep no files.
    await rename(left, kept).catch(() => undefined);
  }
  const { passed, failed } = sumOf(reports);
  if (failed > 0)
    context.print(`\nPictures and logs of the first failure are in ${kept}, if it had a window.`);
  context.print(`\n${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}
