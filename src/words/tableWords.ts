import * as l10n from '@vscode/l10n';
import type { FieldProblem } from '../model/inventory/recordRules.js';
import type { NameProblem } from '../model/tables/cellValue.js';
import { describeProblem } from './describeProblems.js';
import { quoted, type Inert } from './inert.js';
import { wordOf } from './names.js';

/** Says why what was typed into a cell means no value, as the beginning of a sentence. */
export function describeTyped(problem: FieldProblem | NameProblem): Inert {
  if (!('name' in problem)) return describeProblem(problem);
  const { to, name, code } = problem;
  return code === 'noName'
    ? l10n.t('None of the {0} is called {1}', wordOf(to), quoted(name))
    : l10n.t('Several of the {0} are called {1}; type the id instead', wordOf(to), quoted(name));
}
