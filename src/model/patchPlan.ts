import type * as z from 'zod';
import type { InventoryType } from './inventory.js';
import { inventoryType } from './inventory.js';
import { fieldType, type FieldType } from './tolerant.js';
import { bookkeepingFields, readOnlyFields, updateSchema } from './inventoryRecord.js';
import type { RecordFields } from './recordText.js';

/** A field that two people changed to different values. */
export interface FieldConflict {
  readonly field: string;
  readonly base: unknown;
  readonly mine: unknown;
  readonly theirs: unknown;
}

/** Why an edit cannot be sent. */
export interface FieldProblem {
  readonly field: string;
  readonly code: 'readOnly' | 'unknown' | 'removed' | 'secret' | 'invalid';
  /** What the field takes, for `invalid`. */
  readonly wanted?: WantedValue;
}

/** What a field takes: a type, a bound, or words of its own such as the form of a colour. */
export type WantedValue =
  | { readonly kind: 'type'; readonly type: FieldType }
  | { readonly kind: 'atLeast' | 'atMost'; readonly bound: number }
  | { readonly kind: 'filled' }
  | { readonly kind: 'form'; readonly words: string };

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
  type: InventoryType;
  base: RecordFields;
  edited: RecordFields;
  current: RecordFields;
}): PatchPlan {
  const { type, base, edited, current } = options;
  // Undoing past a save brings back the times of before, which is no edit of anyone.
  const changed = changedFields(base, edited).filter(field => !bookkeepingFields.includes(field));
  if (changed.length === 0) return { kind: 'nothing' };

  const problems = findProblems(type, base, edited, changed);
  if (problems.length > 0) return { kind: 'rejected', problems };

  const theirs = changedFields(base, current).filter(field => !readOnlyFields.includes(field));
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

function findProblems(
  type: InventoryType,
  base: RecordFields,
  edited: RecordFields,
  changed: readonly string[],
): FieldProblem[] {
  const { fields, secretFields = [] } = inventoryType(type);
  return changed.flatMap((field): FieldProblem[] => {
    if (readOnlyFields.includes(field)) return [{ field, code: 'readOnly' }];
    if (!Object.hasOwn(fields, field))
      return [{ field, code: Object.hasOwn(base, field) ? 'readOnly' : 'unknown' }];
    if (!Object.hasOwn(edited, field)) return [{ field, code: 'removed' }];
    if (secretFields.includes(field)) return [{ field, code: 'secret' }];
    const issue = updateSchema(type).safeParse({ [field]: edited[field] }).error?.issues[0];
    return issue ? [{ field, code: 'invalid', wanted: wantedValue(issue, fields[field] as z.ZodType) }] : [];
  });
}

function wantedValue(issue: z.core.$ZodIssue, field: z.ZodType): WantedValue {
  if (issue.code === 'too_small' && issue.origin === 'string') return { kind: 'filled' };
  if (issue.code === 'too_small') return { kind: 'atLeast', bound: Number(issue.minimum) };
  if (issue.code === 'too_big') return { kind: 'atMost', bound: Number(issue.maximum) };
  if (issue.code === 'invalid_format') return { kind: 'form', words: issue.message };
  return { kind: 'type', type: fieldType(field) };
}

function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  return changedFields(a as RecordFields, b as RecordFields).length === 0;
}
