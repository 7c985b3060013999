import type { SuiteReport } from '../../../test/support/suiteReport.js';
import type { Verdict } from './compareEngines.js';

/** Characters of a query or an answer that are shown. */
const longestShown = 2_000;

/** The verdict as tests count: an answer that agrees, or differs as is known, has passed. */
export function reportOfVerdict(edition: string, { asked, unknown }: Verdict): SuiteReport {
  return {
    passed: asked - unknown.length,
    failed: unknown.length,
    skipped: 0,
    failures: unknown.map(({ question, engine, difference, found }) => ({
      suite: edition,
      title: `${edition}: ${engine}, ${question.name}`,
      reason: [
        difference
          ? `${difference.path}: ${shown(difference.expected)} of the embedded engine, ${shown(difference.found)}`
          : `${found.status} ${shown(found.body)}`,
        shown(question.body),
      ].join('\n'),
    })),
  };
}

/** What was found, in lines. */
export const verdictLines = ({ asked, equal, known }: Verdict): string[] => [
  `${asked.toLocaleString('en')} answers compared, ${equal.toLocaleString('en')} equal; known differences:`,
  ...[...known].map(([name, times]) => `  ${String(times).padStart(5)}  ${name}`),
];

const shown = (value: unknown): string => (JSON.stringify(value) ?? 'nothing').slice(0, longestShown);
