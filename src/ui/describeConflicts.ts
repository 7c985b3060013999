import * as vscode from 'vscode';
import type { FieldConflict } from '../model/patchPlan.js';

/** Which fields two people changed, and to what; the beginning of a sentence. */
export function describeConflicts(conflicts: readonly FieldConflict[]): string {
  const show = (value: unknown) => JSON.stringify(value) ?? vscode.l10n.t('nothing');
  const fields = conflicts.map(({ field, mine, theirs, base }) =>
    vscode.l10n.t(
      '{0} is {1} here and now {2} on the manager (it was {3})',
      field,
      show(mine),
      show(theirs),
      show(base),
    ),
  );
  return fields.join('; ');
}
