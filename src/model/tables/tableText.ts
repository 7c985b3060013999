import { findNodeAtLocation, getNodeValue, parseTree, type Node, type ParseError } from 'jsonc-parser';
import type { InventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import { isRecord, jsonIn } from 'netsensor-contract/text/looseValues';
import {
  checkItems,
  idProblems,
  rightItems,
  type ListItem,
  type ListProblem,
} from '../inventory/listDocument.js';
import { withPastedRight } from '../inventory/pastedValues.js';
import { changedFields, inventoryRules } from '../inventory/recordRules.js';
import { parseJsonTree, syntaxWords, type RecordFields } from '../inventory/recordText.js';
import type { Place } from '../text/placedElements.js';

/** A record in the text of a list. */
export interface TableRow {
  /** Where it stands among the elements of the list, from 0. */
  readonly at: number;
  /** Undefined for a record that is to be created. */
  readonly id: number | undefined;
  readonly fields: RecordFields;
  /** Compared with what the list started from. */
  readonly state: 'same' | 'changed' | 'new';
  /** The fields that a save sends; none of a new record, of which it sends all. */
  readonly changed: readonly string[];
}

/** The text of a list as a table. */
export interface TableText {
  readonly rows: readonly TableRow[];
  /** The records of the base that a save deletes: they are not in the text any more. */
  readonly going: readonly RecordFields[];
  /** What keeps the text from being saved although it can be read: a comment, or an element that is no record. */
  readonly problems: readonly ListProblem[];
}

/**
 * Reads the text of a list for a table; comments and a comma after the last element do not hinder it.
 * @param base the records that the list started from; without it nothing counts as changed or going
 * @returns `problem` for text that is no list, which has to be repaired as text
 */
export function readTable(
  type: InventoryType,
  text: string,
  base?: readonly RecordFields[],
): TableText | { readonly problem: ListProblem } {
  const read = readElements(text);
  if ('problem' in read) return read;
  const known = new Map(base?.map(fields => [fields['id'], fields]));
  const changedIn = changeFinder(type);
  const rows = read.elements.flatMap((fields, at): TableRow[] => {
    if (!isRecord(fields)) return [];
    const { id } = fields;
    const from = id === undefined ? undefined : known.get(id);
    const changed = from ? changedIn(from, fields) : [];
    const isNew = id === undefined || (base !== undefined && !from);
    const state = isNew ? 'new' : changed.length > 0 ? 'changed' : 'same';
    return [{ at, id: typeof id === 'number' ? id : undefined, fields, state, changed }];
  });
  const kept = new Set(rows.map(({ fields }) => fields['id']));
  return { rows, going: base?.filter(({ id }) => !kept.has(id)) ?? [], problems: read.problems };
}

/** The elements of a list; a tree of its text is made only where that is no plain JSON of records, since it takes ten times as long. */
function readElements(
  text: string,
): (Pick<TableText, 'problems'> & { elements: unknown[] }) | { problem: ListProblem } {
  const plain = jsonIn(text);
  if (Array.isArray(plain) && plain.every(isRecord)) return { elements: plain, problems: [] };
  const { root, errors } = tolerantTree(text);
  const [error] = errors;
  if (error) return { problem: { code: 'syntax', ...error } };
  if (root?.type !== 'array') return { problem: { code: 'notList', subject: '', offset: 0, length: 1 } };
  const nodes = root.children ?? [];
  const strict = parseJsonTree(text).errors.map((each): ListProblem => ({ code: 'syntax', ...each }));
  const others = nodes.filter(node => node.type !== 'object');
  return {
    elements: nodes.map(node => getNodeValue(node) as unknown),
    problems: [
      ...strict,
      ...others.map(({ offset, length }) => ({ code: 'notObject', subject: '', offset, length }) as const),
    ],
  };
}

/** The tree of a text with its comments and commas too many; errors for everything else. */
export function tolerantTree(text: string) {
  const errors: ParseError[] = [];
  const root: Node | undefined = parseTree(text, errors, { allowTrailingComma: true });
  return { root, errors: errors.map(({ error, ...place }) => ({ ...place, subject: syntaxWords(error) })) };
}

/** What a save would send: what was pasted in another form means what it is put right to. */
function changeFinder(type: InventoryType) {
  const { bookkeepingFields, fields: shape } = inventoryRules(type);
  const changesOf = (base: RecordFields, fields: RecordFields) =>
    changedFields(base, fields).filter(field => !bookkeepingFields.includes(field));
  return (base: RecordFields, fields: RecordFields): readonly string[] => {
    if (isPlainlySame(base, fields)) return [];
    const changed = changesOf(base, fields);
    return changed.length === 0 ? changed : changesOf(base, withPastedRight(shape, fields, base));
  };
}

/** Whether records have the same fields, none of them a list or an object: of most, which a comparison of values need not see. */
function isPlainlySame(one: RecordFields, other: RecordFields): boolean {
  const names = Object.keys(one);
  return (
    Object.keys(other).length === names.length &&
    names.every(name => Object.hasOwn(other, name) && one[name] === other[name])
  );
}

/** A problem of a table with the row that it is about; `field` where it is about one of its cells. */
export interface CellProblem {
  readonly at: number;
  readonly field: string | undefined;
  readonly problem: ListProblem;
}

/** What a save would refuse in the records of a table, each where it is. */
export function cellProblems(
  type: InventoryType,
  { rows }: TableText,
  base: readonly RecordFields[],
): CellProblem[] {
  // Nobody points into the text here: each has its place in the list.
  const items = rows.map(({ id, fields, at }): ListItem => ({ id, fields, offset: at, length: 1 }));
  return [...idProblems(items), ...checkItems(type, rightItems(type, items, base), base)].map(problem => ({
    at: problem.offset,
    field: problem.code.endsWith('Id') ? 'id' : problem.problem?.field,
    problem,
  }));
}

/** Where a record stands in the text of a list, or the value of a field that it has; undefined for one that is not there. */
export function cellPlace(text: string, at: number, field?: string): Place | undefined {
  const record = tolerantTree(text).root?.children?.[at];
  return (record && field !== undefined && findNodeAtLocation(record, [field])) || record;
}

/** The cell that a place of the text of a list is in, or that is the last one before it. */
export const cellAt = (text: string, offset: number): ReturnType<ReturnType<typeof cellFinder>> =>
  cellFinder(text)(offset);

/** Finds the cells of many places of one text, as {@link cellAt} does, and reads it once. */
export function cellFinder(
  text: string,
): (offset: number) => { readonly at: number; readonly field: string | undefined } | undefined {
  const records = tolerantTree(text).root?.children ?? [];
  return offset => {
    const [indent = ''] = /^[ \t]*/.exec(text.slice(offset, offset + 200)) ?? [];
    const isBefore = (node: Node) => node.offset <= offset + indent.length;
    const at = records.findLastIndex(isBefore);
    const name: unknown = records[at]?.children?.findLast(isBefore)?.children?.[0]?.value;
    return at < 0 ? undefined : { at, field: typeof name === 'string' ? name : undefined };
  };
}
