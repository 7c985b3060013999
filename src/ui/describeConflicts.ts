import * as vscode from 'vscode';
import type { FieldConflict } from '../model/patchPlan.js';
import { inert, joined, type Inert } from './inert.js';

/** Which fields two people changed, and to what; the beginning of a sentence. */
export function describeConflicts(conflicts: readonly FieldConflict[]): Inert {
  const show = (value: unknown) =>
    value === undefined ? vscode.l10n.t('nothing') : inert(JSON.stringify(value));
  const fields = conflicts.map(({ field, mine, theirs, base }) =>
    vscode.l10n.t(
      '{0} is {1} here and now {2} on the manager (it was {3})',
      inert(field),
      show(mine),
      show(theirs),
      show(base),
    ),
  );
  return joined(fields, '; ');
}
