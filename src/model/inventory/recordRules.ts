import type * as z from 'zod';
import { inventoryType, type InventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import {
  bookkeepingFields,
  readOnlyFields,
  spellingKey,
  updateSchema,
} from 'netsensor-contract/inventory/inventoryRecord';
import type { RecordFields } from './recordText.js';
import { fieldType, type FieldType } from 'netsensor-contract/sensors/tolerant';
import { isRecord } from 'netsensor-contract/text/looseValues';
import { hasLostLetter } from '../text/lostLetters.js';

/** What may be changed in a document, whatever record it shows. */
export interface RecordRules {
  /** Fields that may be sent, each with what it takes. */
  readonly fields: Readonly<Record<string, z.ZodType>>;
  /** Fields that are shown and never sent. */
  readonly readOnlyFields: readonly string[];
  /** Read-only fields that the manager changes by itself; a change of them means nothing. */
  readonly bookkeepingFields: readonly string[];
  /** Fields that never enter a buffer, a log or a base (architecture, rule 5). */
  readonly secretFields: readonly string[];
}

/** What may be changed in an inventory record (contract 000, Resources and fields). */
export function inventoryRules(type: InventoryType): RecordRules {
  return {
    fields: updateSchema(type).shape,
    readOnlyFields,
    bookkeepingFields,
    secretFields: inventoryType(type).secretFields ?? [],
  };
}

/** Why an edit cannot be sent. */
export interface FieldProblem {
  readonly field: string;
  /** `removedOptional`: null would empty it. `lostLetter`: U+FFFD that nobody typed. */
  readonly code:
    'readOnly' | 'unknown' | 'removed' | 'removedOptional' | 'secret' | 'missing' | 'lostLetter' | 'invalid';
  /** Where within the field, such as `homenets[1].value`. */
  readonly place?: string;
  /** What the field takes, for `invalid`. */
  readonly wanted?: WantedValue;
}

/** What a field takes: a type, a bound, or words of its own such as the form of a colour. */
export type WantedValue =
  | { readonly kind: 'type'; readonly type: FieldType | 'list' | 'object' }
  | { readonly kind: 'atLeast' | 'atMost'; readonly bound: number }
  | { readonly kind: 'oneOf'; readonly values: readonly unknown[] }
  | { readonly kind: 'without'; readonly keys: readonly string[] }
  | { readonly kind: 'filled' }
  | { readonly kind: 'form'; readonly words: string };

/** What is wrong with the changed fields of a record. */
export function editProblems(
  { rules, base, edited }: { rules: RecordRules; base: RecordFields; edited: RecordFields },
  changed: readonly string[],
): FieldProblem[] {
  return changed.flatMap((field): FieldProblem[] => {
    const schema = Object.hasOwn(rules.fields, field) ? rules.fields[field] : undefined;
    if (rules.readOnlyFields.includes(field)) return [{ field, code: 'readOnly' }];
    if (!schema) return [{ field, code: Object.hasOwn(base, field) ? 'readOnly' : 'unknown' }];
    if (!Object.hasOwn(edited, field))
      return [{ field, code: takesNull(schema) ? 'removedOptional' : 'removed' }];
    if (rules.secretFields.includes(field)) return [{ field, code: 'secret' }];
    const [lost] = lostLetterProblems(base, { [field]: edited[field] });
    return lost ? [lost] : valueProblems(field, schema, edited[field], base[field]);
  });
}

/**
 * What may have stood before where a step leads to from what may have stood around it: any entry of a list, for entries
 * have no names.
 */
export const earlierAt = (around: readonly unknown[], step: PropertyKey): unknown[] =>
  around.flatMap((one): unknown[] => {
    if (typeof step === 'number') return Array.isArray(one) ? one : [];
    return isRecord(one) && Object.hasOwn(one, step) ? [one[String(step)]] : [];
  });

/** Whether the manager had it so already where an issue is, or around that: nobody typed it. */
function isInherited({ path }: z.core.$ZodIssue, value: unknown, before: unknown): boolean {
  let here = value;
  let earlier = [before];
  return path.some(step => {
    here = (here as Record<PropertyKey, unknown> | undefined)?.[step];
    earlier = earlierAt(earlier, step);
    return earlier.some(one => isSameValue(one, here));
  });
}

/** The fields to be sent in which a letter is lost that was lost in them before: nobody typed that. */
export const lostLetterProblems = (before: RecordFields, fields: RecordFields): FieldProblem[] =>
  Object.keys(fields)
    .filter(field => hasLostLetter(fields[field]) && hasLostLetter(ownValue(before, field)))
    .map(field => ({ field, code: 'lostLetter' }));

const takesNull = (schema: z.ZodType): boolean => schema.safeParse(null).success;

/** What is wrong with the fields of a record that is to be created. */
export function createProblems(schema: z.ZodObject, fields: RecordFields): FieldProblem[] {
  if (schema.safeParse(fields).success) return [];
  const shape = schema.shape as Record<string, z.ZodType>;
  const missing = Object.keys(shape).filter(
    field => !Object.hasOwn(fields, field) && !shape[field]?.safeParse(undefined).success,
  );
  return [
    ...missing.map(field => ({ field, code: 'missing' }) as const),
    ...Object.keys(fields).flatMap((field): FieldProblem[] => {
      const known = Object.hasOwn(shape, field) ? shape[field] : undefined;
      return known ? valueProblems(field, known, fields[field]) : [{ field, code: 'unknown' }];
    }),
  ];
}

function valueProblems(field: string, schema: z.ZodType, value: unknown, before?: unknown): FieldProblem[] {
  const issue = schema.safeParse(value).error?.issues.find(each => !isInherited(each, value, before));
  if (!issue) return [];
  const wanted = wantedValue(issue, schema);
  if (issue.path.length === 0) return [{ field, code: 'invalid', wanted }];
  const steps = issue.path.map(step => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`));
  return [{ field, code: 'invalid', place: `${field}${steps.join('')}`, wanted }];
}

const types: Readonly<Record<string, (WantedValue & { kind: 'type' })['type']>> = {
  string: 'string',
  number: 'number',
  int: 'number',
  boolean: 'boolean',
  array: 'list',
  object: 'object',
};

function wantedValue(issue: z.core.$ZodIssue, field: z.ZodType): WantedValue {
  if (issue.code === 'too_small' && issue.origin === 'string') return { kind: 'filled' };
  if (issue.code === 'too_small') return { kind: 'atLeast', bound: Number(issue.minimum) };
  if (issue.code === 'too_big') return { kind: 'atMost', bound: Number(issue.maximum) };
  if (issue.code === 'invalid_format' || issue.code === 'invalid_union')
    return { kind: 'form', words: issue.message };
  if (issue.code === 'invalid_value') return { kind: 'oneOf', values: issue.values };
  if (issue.code === 'unrecognized_keys') return { kind: 'without', keys: issue.keys };
  const outer = fieldType(field);
  const expected = issue.code === 'invalid_type' ? types[issue.expected] : undefined;
  const isListOfTexts =
    issue.path.length === 0 && outer === 'array' && expected === 'list' && holdsText(field);
  return { kind: 'type', type: isListOfTexts ? 'array' : (expected ?? outer) };
}

/** Whether a list holds texts. */
const holdsText = (field: z.ZodType): boolean => field.safeParse(['']).success;

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
 * the base are sent, other people's changes to other fields stay (architecture, rule 4; contract 000, Endpoints, rule 2).
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
    .filter(field => theirs.includes(field) && !isSameValue(edited[field], current[field]))
    .map(field => ({ field, base: base[field], mine: edited[field], theirs: current[field] }));
  if (conflicts.length > 0) return { kind: 'conflict', conflicts };

  const toSend = changed.filter(field => !isSameValue(edited[field], current[field]));
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
    field => !isSameValue(ownValue(before, field), ownValue(after, field)),
  );
}

const ownValue = (fields: RecordFields, name: string) =>
  Object.hasOwn(fields, name) ? fields[name] : undefined;

/** Whether two JSON values are equal, whatever the order of their fields. */
export function isSameValue(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  return changedFields(a as RecordFields, b as RecordFields).length === 0;
}

/** Whether a stored value is what was sent, or another spelling of it: `LOST RACK` of `Lost rack`, a MAC address with dashes. */
export const isSameSpelling = (sent: unknown, stored: unknown): boolean =>
  isSameValue(sent, stored) ||
  (typeof sent === 'string' && typeof stored === 'string' && spellingKey(sent) === spellingKey(stored));

/** Sent fields that are stored otherwise; one that was emptied and is not returned is as it was sent. */
export const alteredFieldsOf = (sent: RecordFields, stored: RecordFields): string[] =>
  changedFields(sent, stored).filter(
    name => Object.hasOwn(sent, name) && (sent[name] !== null || (ownValue(stored, name) ?? null) !== null),
  );

/** A sent field whose stored value is not the one that was sent; with the id of its record in a list. */
export interface AlteredField {
  readonly id?: number;
  readonly field: string;
  readonly sent: unknown;
  readonly stored: unknown;
}

/** The sent fields of one record that are stored otherwise. */
export const alteredOf = (sent: RecordFields, stored: RecordFields): AlteredField[] =>
  alteredFieldsOf(sent, stored).map(field => ({ field, sent: sent[field], stored: stored[field] }));

/** Whether a record has the values that were sent in all fields that it shows, in whatever spelling. */
export const isStoredWhole = (sent: RecordFields, stored: RecordFields): boolean =>
  Object.keys(sent).every(name => !Object.hasOwn(stored, name) || isSameSpelling(sent[name], stored[name]));

/** Whether two readings of a record differ in a field that both show: a list may show less of one than the record by itself, or more. */
export const differsWhereShown = (one: RecordFields, other: RecordFields): boolean =>
  changedFields(one, other).some(name => Object.hasOwn(one, name) && Object.hasOwn(other, name));
