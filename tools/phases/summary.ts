import {
  slowestOf,
  type FailedTest,
  type SuiteReport,
  type TestCounts,
} from '../../test/support/suiteReport.js';
import type { Phase } from './phase.js';

/** What a phase did, and how long it took. */
export interface PhaseResult {
  readonly phase: Phase;
  readonly report: SuiteReport;
  readonly seconds: number;
}

/** The lines at the end of a run, which name again what failed, as logs are often cut before it; the last one counts everything. */
export function summaryLines(results: readonly PhaseResult[], counts: TestCounts): string[] {
  const flaky = results.flatMap(({ report }) => report.flaky ?? []);
  const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : '';
  return [
    ...phaseTable(results),
    ...leftOutLines(results),
    ...slowestLines(results),
    ...results.filter(({ report }) => report.failed > 0).flatMap(failedLines),
    ...flaky.flatMap(failure => failureLines('Flaky, passed only in a new window', failure)),
    ...(flaky.length > 0 ? ['\nPictures and logs of what failed first are in out/failures.'] : []),
    `\n${counts.passed} passed, ${counts.failed} failed${skipped}`,
  ];
}

function phaseTable(results: readonly PhaseResult[]): string[] {
  const width = Math.max(...results.map(({ phase }) => phase.name.length), 'phase'.length);
  const row = (name: string, tests: string, seconds: string) =>
    `${name.padEnd(width)}  ${tests.padStart(6)}  ${seconds.padStart(8)}`;
  return [
    `\n${row('phase', 'tests', 'seconds')}`,
    ...results.map(({ phase, report, seconds }) =>
      row(phase.name, String(report.passed + report.failed), seconds.toFixed(1)),
    ),
  ];
}

const leftOutLines = (results: readonly PhaseResult[]): string[] =>
  results.flatMap(({ phase, report: { leftOut } }) =>
    leftOut === undefined ? [] : [`\nLeft out: ${phase.name}. ${leftOut}`],
  );

function slowestLines(results: readonly PhaseResult[]): string[] {
  const named = results.flatMap(({ phase, report }) =>
    (report.slowest ?? []).map(({ title, seconds }) => ({ title: `${phase.name}: ${title}`, seconds })),
  );
  if (named.length === 0) return [];
  const lines = slowestOf(named).map(({ title, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${title}`);
  return ['\nThe slowest tests:', ...lines];
}

/** Phases that check the sources have printed what they found, and cannot name it. */
function failedLines({ phase, report: { failures = [] } }: PhaseResult): string[] {
  const label = `Failed in ${phase.name}`;
  if (failures.length === 0) return failureLines(label, { title: phase.title, reason: '' });
  return failures.flatMap(failure => failureLines(label, failure));
}

const failureLines = (label: string, { title, reason }: Pick<FailedTest, 'title' | 'reason'>): string[] => [
  `\n${label}: ${title}`,
  ...reason
    .split('\n')
    .filter(line => line.trim() !== '')
    .slice(0, 3)
    .map(line => `  ${line}`),
];
