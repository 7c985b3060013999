import { literalPattern } from '../../src/model/literalPattern.js';
import { sumOf } from '../../test/support/mochaRun.js';
import type { Phase } from './phase.js';

/** More than these have not failed by chance. */
const mostSuites = 3;

/**
 * Runs the suites that failed once more, from their beginning in a new window, because a failure leaves the window in a
 * state that no test expects. What failed first is printed all the same, and what fails twice has failed.
 */
export function withSecondTry(run: Phase['run']): Phase['run'] {
  return async context => {
    const first = await run(context);
    const { suites = {} } = first;
    const failed = Object.keys(suites).filter(title => (suites[title]?.failed ?? 0) > 0);
    if (context.grep !== undefined || failed.length === 0 || failed.length > mostSuites) return first;
    context.print(`\nOnce more in a new window: ${failed.join('; ')}`);
    const second = await run({ ...context, grep: `^(?:${failed.map(literalPattern).join('|')}) ` });
    return sumOf(
      Object.entries(suites).map(
        ([title, counts]) => (failed.includes(title) && second.suites?.[title]) || counts,
      ),
    );
  };
}
