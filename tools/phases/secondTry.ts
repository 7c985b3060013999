import { literalPattern } from 'netsensor-contract/text/plainText';
import { sumOf } from '../../test/support/suiteReport.js';
import type { Phase } from './phase.js';

/** More suites than these have not failed by chance. */
export const mostFlakySuites = 2;

/**
 * Runs the suites that failed once more, from their beginning in a new window, because a failure leaves the window in a
 * state that no test expects. What fails twice has failed; what then passes is flaky, and reported with what failed first.
 */
export function withSecondTry(run: Phase['run']): Phase['run'] {
  return async context => {
    const first = await run(context);
    const { suites = {}, failures = [] } = first;
    const failed = Object.keys(suites).filter(title => (suites[title]?.failed ?? 0) > 0);
    if (context.grep !== undefined || failed.length === 0 || failed.length > mostFlakySuites) return first;
    context.print(`\nOnce more in a new window: ${failed.join('; ')}`);
    const second = await run({ ...context, grep: `^(?:${failed.map(literalPattern).join('|')}) ` });
    const isFlaky = (title: string) => second.suites?.[title]?.failed === 0;
    return {
      ...first,
      ...sumOf(
        Object.entries(suites).map(
          ([title, counts]) => (failed.includes(title) && second.suites?.[title]) || counts,
        ),
      ),
      failures: [...(second.failures ?? []), ...failures.filter(({ suite }) => !second.suites?.[suite])],
      flaky: failures.filter(({ suite }) => isFlaky(suite)),
    };
  };
}
