import { findNodeAtLocation, type Node } from 'jsonc-parser';
import type { InventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import { isRecord } from 'netsensor-contract/text/looseValues';
import {
  checkItems,
  idProblems,
  rightItems,
  type ListItem,
  type ListProblem,
} from '../inventory/listDocument.js';
import { withPastedRight } from '../inventory/pastedValues.js';
import { changedFields } from '../inventory/recordRules.js';
import { parseJsonTree, type RecordFields } from '../inventory/recordText.js';
import type { Place } from '../text/placedElements.js';
import { exactNodeValue, exactValue } from './exactValues.js';
import { listTree, placedRecords, recordTree, wholeTree, type PlacedRecords } from './listPlaces.js';
import { tableKind } from './tableKinds.js';
import type { TableKind, TableType } from './tableType.js';

/** A record in the text of a list. */
export interface TableRow {
  /** Where it stands among the elements of the list, from 0. */
  readonly at: number;
  /** Undefined for a record that is to be created, and for what something else tells apart. */
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
export const readTable = (
  type: TableType,
  text: string,
  base?: readonly RecordFields[],
): ReturnType<TableReader['read']> => new TableReader(type).read(text, base);

/** What was read of a text of plain records. */
interface ReadText {
  readonly placed: PlacedRecords;
  readonly rows: readonly TableRow[];
}

/**
 * Reads one text after the other, as {@link readTable} does. Of a record that is written as before, in the same place or
 * behind what has changed, its fields and what a save would send are those of before: the same objects.
 */
export class TableReader {
  private before: ReadText | undefined;
  private base: readonly RecordFields[] | undefined;
  private known: ReadonlyMap<unknown, RecordFields> = new Map();
  private readonly kind: TableKind;
  private readonly changedIn: ReturnType<typeof changeFinder>;

  constructor(type: TableType) {
    this.kind = tableKind(type);
    this.changedIn = changeFinder(this.kind);
  }

  read(
    text: string,
    base: readonly RecordFields[] | undefined,
  ): TableText | { readonly problem: ListProblem } {
    if (base !== this.base) this.compareWith(base);
    const { path, keyOf } = this.kind;
    const placed = placedRecords(text, path);
    const plain = placed && this.plainRows(placed);
    this.before = plain && { placed, rows: plain };
    const read = plain ? { rows: plain, problems: [] } : this.rowsOfTree(text);
    if ('problem' in read) return read;
    const kept = new Set(read.rows.map(({ fields }) => keyOf(fields)));
    return { ...read, going: base?.filter(from => !kept.has(keyOf(from))) ?? [] };
  }

  private compareWith(base: readonly RecordFields[] | undefined): void {
    this.base = base;
    this.known = new Map(base?.map(fields => [this.kind.keyOf(fields), fields]));
    const { before } = this;
    if (before)
      this.before = { ...before, rows: before.rows.map(({ fields, at }) => this.rowOf(fields, at)) };
  }

  /** The rows of plain records; undefined where one is not plain JSON. */
  private plainRows(placed: PlacedRecords): TableRow[] | undefined {
    const { places } = placed;
    const { before } = this;
    const earlier = before?.placed.places ?? [];
    const isSame = (place: Place, other: Place): boolean =>
      before !== undefined && recordText(placed, place) === recordText(before.placed, other);
    const shorter = Math.min(places.length, earlier.length);
    let first = 0;
    while (first < shorter && isSame(places[first]!, earlier[first]!)) first += 1;
    let last = 0;
    while (last < shorter - first && isSame(places.at(-1 - last)!, earlier.at(-1 - last)!)) last += 1;
    const rows = before?.rows.slice(0, first) ?? [];
    for (let at = first; at < places.length - last; at += 1) {
      const fields = exactValue(recordText(placed, places[at]!));
      if (!isRecord(fields)) return undefined;
      rows.push(this.rowOf(fields, at));
    }
    for (const row of before?.rows.slice(before.rows.length - last) ?? [])
      rows.push(row.at === rows.length ? row : { ...row, at: rows.length });
    return rows;
  }

  private rowsOfTree(text: string): Pick<TableText, 'rows' | 'problems'> | { readonly problem: ListProblem } {
    const { root, errors } = wholeTree(text, this.kind.path);
    const [error] = errors;
    if (error) return { problem: { code: 'syntax', ...error } };
    if (root?.type !== 'array') return { problem: { code: 'notList', subject: '', offset: 0, length: 1 } };
    const nodes = root.children ?? [];
    const strict = parseJsonTree(text).errors.map((each): ListProblem => ({ code: 'syntax', ...each }));
    const others = nodes.filter(node => node.type !== 'object');
    const rows = nodes.flatMap((node, at) => {
      const fields = exactNodeValue(node, text);
      return isRecord(fields) ? [this.rowOf(fields, at)] : [];
    });
    const notObjects = others.map(
      ({ offset, length }) => ({ code: 'notObject', subject: '', offset, length }) as const,
    );
    return { rows, problems: [...strict, ...notObjects] };
  }

  private rowOf(fields: RecordFields, at: number): TableRow {
    const { id } = fields;
    const key = this.kind.keyOf(fields);
    const from = key === undefined ? undefined : this.known.get(key);
    const changed = from ? this.changedIn(from, fields) : [];
    const isNew = key === undefined || (this.base !== undefined && !from);
    const state = isNew ? 'new' : changed.length > 0 ? 'changed' : 'same';
    return { at, id: typeof id === 'number' ? id : undefined, fields, state, changed };
  }
}

const recordText = ({ text }: PlacedRecords, { offset, length }: Place): string =>
  text.slice(offset, offset + length);

/** What a save would send: what was pasted in another form means what it is put right to. */
function changeFinder({ rules: { bookkeepingFields, fields: shape } }: TableKind) {
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

/** Where a row stands in the text of a table, or the value of a field that it has; undefined for one that is not there. */
export function cellPlace(type: TableType, text: string, at: number, field?: string): Place | undefined {
  const record = listTree(text, tableKind(type).path).root?.children?.[at];
  const root = record && field !== undefined ? recordTree(text, record).root : undefined;
  return (root && field !== undefined && findNodeAtLocation(root, [field])) || record;
}

/** The cell that a place of the text of a table is in, or that is the last one before it. */
export const cellAt = (
  type: TableType,
  text: string,
  offset: number,
): ReturnType<ReturnType<typeof cellFinder>> => cellFinder(type, text)(offset);

/** Finds the cells of many places of one text, as {@link cellAt} does, and reads it once. */
export function cellFinder(
  type: TableType,
  text: string,
): (offset: number) => { readonly at: number; readonly field: string | undefined } | undefined {
  const records = listTree(text, tableKind(type).path).root?.children ?? [];
  return offset => {
    const [indent = ''] = /^[ \t]*/.exec(text.slice(offset, offset + 200)) ?? [];
    const isBefore = (node: Node) => node.offset <= offset + indent.length;
    const at = records.findLastIndex(isBefore);
    const record = records[at];
    const fields = record && recordTree(text, record).root?.children;
    const name: unknown = fields?.findLast(isBefore)?.children?.[0]?.value;
    return at < 0 ? undefined : { at, field: typeof name === 'string' ? name : undefined };
  };
}
