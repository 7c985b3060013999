import { editProblems, type FieldProblem } from './inventory/recordRules.js';
import type { RecordRules } from './recordRules.js';
import type { RecordFields } from './inventory/recordText.js';

/** A field that two people changed to different values. */
export interface FieldConflict {
  readonly field: string;
  readonly base: unknown;
  readonly mine: unknown;
  readonly theirs: unknown;
}

/** What saving a document means. */
export type PatchPlan =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'patch'; readonly changes: RecordFields; readonly mergedFields: readonly string[] }
  | { readonly kind: 'conflict'; readonly conflicts: readonly FieldConflict[] }
  | { readonly kind: 'rejected'; readonly problems: readonly FieldProblem[] };

/**
 * Compares a record as opened, as edited and as it is on the manager now, field by field: only fields changed against
 * the base are sent, other people's changes to other fields stay (design, decision 4; contract 000, Endpoints, note 2).
 */
export function planPatch(options: {
  rules: RecordRules;
  base: RecordFields;
  edited: RecordFields;
  current: RecordFields;
}): PatchPlan {
  const { rules, base, edited, current } = options;
  // Undoing past a save brings back the times of before, which is no edit of anyone.
  const changed = changedFields(base, edited).filter(field => !rules.bookkeepingFields.includes(field));
  if (changed.length === 0) return { kind: 'nothing' };

  const problems = editProblems({ rules, base, edited }, changed);
  if (problems.length > 0) return { kind: 'rejected', problems };

  const theirs = changedFields(base, current).filter(field => !rules.readOnlyFields.includes(field));
  const conflicts = changed
    .filter(field => theirs.includes(field) && !isSame(edited[field], current[field]))
    .map(field => ({ field, base: base[field], mine: edited[field], theirs: current[field] }));
  if (conflicts.length > 0) return { kind: 'conflict', conflicts };

  const toSend = changed.filter(field => !isSame(edited[field], current[field]));
  if (toSend.length === 0) return { kind: 'nothing' };
  return {
    kind: 'patch',
    changes: Object.fromEntries(toSend.map(field => [field, edited[field]])),
    mergedFields: theirs.filter(field => !changed.includes(field)),
  };
}

/** Fields whose value differs, in the order of `after`, then those that are gone. */
export function changedFields(before: RecordFields, after: RecordFields): string[] {
  return [...new Set([...Object.keys(after), ...Object.keys(before)])].filter(
    field => !isSame(ownValue(before, field), ownValue(after, field)),
  );
}

const ownValue = (fields: RecordFields, name: string) =>
  Object.hasOwn(fields, name) ? fields[name] : undefined;

function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  return changedFields(a as RecordFields, b as RecordFields).length === 0;
}
