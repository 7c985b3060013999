import { applyEdits, getNodeValue, modify, parseTree, type Edit, type Node } from 'jsonc-parser';
import { itemNode } from '../model/inventory/listDocument.js';
import { isSameValue, type FieldConflict } from '../model/inventory/recordRules.js';
import type { RecordFields } from '../model/inventory/recordText.js';
import type { BesidesOfRecord, ChangedValue } from '../words/describeProblems.js';

/** Where fields that changed with a save are put back, and nothing else is sent. */
export interface PutBack {
  /** What the document started from, with what the fields have become. */
  readonly baseText: string;
  /** The same with what they were before. */
  readonly editedText: string;
  /** What was saved last, as a document shows it that shows what they have become. */
  readonly saved: string;
}

/** What a document started from, and the text that was saved last, if that is another one. */
export interface StartedFrom {
  readonly base: string;
  readonly saved?: string | undefined;
}

/**
 * Puts fields back apart from what was typed since: sent is what they were, on top of what the document started from.
 */
export const putBack = (
  { base, saved = base }: StartedFrom,
  besides: readonly BesidesOfRecord[],
): PutBack => ({
  baseText: applyEdits(base, editsTo(base, besides, valueNow)),
  editedText: withBefore(base, besides),
  saved: applyEdits(saved, editsTo(saved, besides, valueNow)),
});

/** A text of a document with what fields of it were before. */
export const withBefore = (text: string, besides: readonly BesidesOfRecord[]): string =>
  applyEdits(text, editsTo(text, besides, valueBefore));

/** What puts fields back in a text of the document that shows what they have become; nothing where it shows something else. */
export const editsBack = (text: string, besides: readonly BesidesOfRecord[]): Edit[] =>
  editsTo(text, shownNow(text, besides), valueBefore);

/** What is to be put back of a record after somebody else changed it once more. */
export const besidesSince = (
  besides: readonly BesidesOfRecord[],
  conflicts: readonly FieldConflict[],
): BesidesOfRecord[] =>
  besides.map(one => ({
    ...one,
    fields: one.fields.map(([field, before, now]): ChangedValue => {
      const since = conflicts.find(conflict => conflict.field === field);
      return [field, before, since ? since.theirs : now];
    }),
  }));

const valueNow = ([, , now]: ChangedValue) => now;
/** What was not there cannot be taken out again, but emptied. */
const valueBefore = ([, before]: ChangedValue) => before ?? null;

/** The fields that a text shows as they are now. */
function shownNow(text: string, besides: readonly BesidesOfRecord[]): BesidesOfRecord[] {
  return besides.map(one => {
    const record = recordNode(text, one);
    const shown = record ? (getNodeValue(record) as RecordFields) : {};
    return { ...one, fields: one.fields.filter(([field, , now]) => isSameValue(shown[field], now)) };
  });
}

/** What gives fields of records a value in a text; those of records that are not in it are left out. */
function editsTo(
  text: string,
  besides: readonly BesidesOfRecord[],
  valueOf: (changed: ChangedValue) => unknown,
): Edit[] {
  return besides.flatMap(one => {
    const record = recordNode(text, one);
    if (!record || one.fields.length === 0) return [];
    const { offset, length } = record;
    const content = one.fields.reduce(
      (fields, changed) => withField(fields, changed[0], valueOf(changed)),
      text.slice(offset, offset + length),
    );
    return [{ offset, length, content }];
  });
}

/** The record in a document of its own, or in one of a list. */
function recordNode(text: string, { id }: BesidesOfRecord): Node | undefined {
  const root = parseTree(text);
  return root && (id === undefined ? root : itemNode(root, id));
}

/** The text of a record with another value of a field; without it for undefined. */
const withField = (text: string, field: string, value: unknown): string =>
  applyEdits(text, modify(text, [field], value, { formattingOptions: { insertSpaces: true, tabSize: 2 } }));
