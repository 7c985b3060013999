import * as l10n from '@vscode/l10n';
import { isInventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import type { FieldProblem } from '../model/inventory/recordRules.js';
import type { NameProblem } from '../model/tables/cellValue.js';
import type { TableType } from '../model/tables/tableType.js';
import type { Misfit } from '../model/tables/tablePaste.js';
import { describeProblem } from './describeProblems.js';
import { inert, quoted, type Inert } from './inert.js';
import { titleOf, wordOf } from './names.js';

/** What a table is called. */
export function tableTitle(type: TableType): Inert {
  if (isInventoryType(type)) return titleOf(type);
  return type === 'users' ? l10n.t('Users') : l10n.t('Access points');
}

/** Says why what was typed into a cell means no value, as the beginning of a sentence. */
export function describeTyped(problem: FieldProblem | NameProblem): Inert {
  if (!('name' in problem)) return describeProblem(problem);
  const { to, name, code } = problem;
  return code === 'noName'
    ? l10n.t('None of the {0} is called {1}', wordOf(to), quoted(name))
    : l10n.t('Several of the {0} are called {1}; type the id instead', wordOf(to), quoted(name));
}

/** Says why a cell is not pasted. */
export function describeMisfit({ line, typed, problem }: Misfit): Inert {
  if (problem.code === 'noColumn') return l10n.t('Line {0}: no column is left for {1}.', line, quoted(typed));
  if (problem.code === 'spoilt')
    return l10n.t(
      'Line {0}: a spreadsheet put a rounded number or an error into {1}. Format the column as text there, then write what stood in it again.',
      line,
      inert(problem.field),
    );
  const { field } = problem;
  return l10n.t('Line {0}, {1} for {2}: {3}.', line, quoted(typed), inert(field), describeTyped(problem));
}

/** Says why a cell keeps what it has where others are replaced. */
export const describeUnreplaced = ({ line, typed, problem }: Misfit): Inert =>
  'field' in problem && problem.code !== 'spoilt'
    ? l10n.t('Row {0}, {1}: {2}.', line, quoted(typed), describeTyped(problem))
    : l10n.t('Row {0}, {1}.', line, quoted(typed));
