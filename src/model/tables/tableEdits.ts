import { getNodeValue, type Edit, type Node } from 'jsonc-parser';
import { addTo, runsOf } from 'netsensor-contract/text/collections';
import { inOneLine } from 'netsensor-contract/text/exactJson';
import { twinKey } from 'netsensor-contract/text/folded';
import { isRecord, jsonIn, textOf } from 'netsensor-contract/text/looseValues';
import { isSameValue } from '../inventory/recordRules.js';
import type { RecordFields } from '../inventory/recordText.js';
import { additions, lineOf, printedAt, removals, type LinePlace } from '../text/jsonEdit.js';
import { listTree, recordTree } from './listPlaces.js';
import { tableKind } from './tableKinds.js';
import type { TableKind, TableType } from './tableType.js';

/** What is to stand in a cell; a value of `undefined` takes the field out of the record. */
export interface CellValue {
  /** The place of the record among the elements of the list, `at` of a row. */
  readonly row: number;
  readonly field: string;
  readonly value: unknown;
}

/** One thing that a person does with a table; rows are meant by their places in the text before it. */
export type TableAction =
  | { readonly kind: 'set'; readonly cells: readonly CellValue[] }
  /** Behind a row, or at the end. */
  | { readonly kind: 'add'; readonly rows: readonly RecordFields[]; readonly after?: number }
  /** Over rows that are there, and what comes behind them at the end. */
  | { readonly kind: 'paste'; readonly cells: readonly CellValue[]; readonly rows: readonly RecordFields[] }
  /** Each run of rows is there once more below it, as new records. */
  | { readonly kind: 'duplicate'; readonly rows: readonly number[] }
  | { readonly kind: 'delete'; readonly rows: readonly number[] };

/**
 * The edits of the text of a list that an action means, in the order of their places and none over another. What it does
 * not mean stays as it is written: comments, layout and fields that nobody knows.
 * @throws {RangeError} for a row that the text does not have or that cannot be read, or a text that is no list
 */
export function tableEdit(type: TableType, text: string, action: TableAction): Edit[] {
  const kind = tableKind(type);
  const { root, errors } = listTree(text, kind.path);
  if (root?.type !== 'array' || errors.length > 0) throw new RangeError('The text is no list');
  const edits = editsOf({ kind, text, root }, action);
  return joined(
    text,
    edits.sort((one, other) => one.offset - other.offset),
  );
}

/** More edits at once than these take VS Code seconds. */
const mostEdits = 1000;

/** Too many edits as one, with what stands between them. */
function joined(text: string, edits: Edit[]): Edit[] {
  const offset = edits[0]?.offset ?? 0;
  if (edits.length <= mostEdits) return edits;
  let end = offset;
  const parts = edits.flatMap(edit => {
    const between = text.slice(end, edit.offset);
    end = edit.offset + edit.length;
    return [between, edit.content];
  });
  return [{ offset, length: end - offset, content: parts.join('') }];
}

interface EditedText {
  readonly kind: TableKind;
  readonly text: string;
  /** The list of the rows. */
  readonly root: Node;
}

function editsOf(list: EditedText, action: TableAction): Edit[] {
  switch (action.kind) {
    case 'set':
      return cellEdits(list, action.cells);
    case 'add':
      return addedRows(list, action.rows, action.after);
    case 'paste':
      return [...cellEdits(list, action.cells), ...addedRows(list, action.rows)];
    case 'duplicate':
      return duplicates(list, action.rows);
    case 'delete':
      return deletions(list, action.rows);
  }
}

function rowNode({ root }: EditedText, at: number): Node {
  const node = root.children?.[at];
  if (node?.type !== 'object') throw new RangeError(`No record at ${at}`);
  return node;
}

/** A record with its fields. */
function rowTree(list: EditedText, at: number): Node {
  const { root, errors } = recordTree(list.text, rowNode(list, at));
  if (!root || errors.length > 0) throw new RangeError(`The record at ${at} cannot be read`);
  return root;
}

function cellEdits(list: EditedText, cells: readonly CellValue[]): Edit[] {
  const rows = new Map<number, Map<string, unknown>>();
  for (const { row, field, value } of cells) {
    const fields = rows.get(row) ?? new Map<string, unknown>();
    rows.set(row, fields.set(field, value === null ? list.kind.nothing : value));
  }
  return [...rows].flatMap(([row, fields]) => recordEdits(list.text, rowTree(list, row), fields));
}

function recordEdits(text: string, record: Node, fields: ReadonlyMap<string, unknown>): Edit[] {
  const places = fieldPlaces(record);
  const edits: Edit[] = [];
  const removed = new Set<number>();
  const added: [field: string, value: unknown][] = [];
  for (const [field, value] of fields) {
    const known = places.get(field) ?? [];
    // Of a field that stands there twice the last one counts.
    const property = record.children?.[known.at(-1) ?? -1];
    const node = property?.children?.[1];
    if (value === undefined) known.forEach(at => removed.add(at));
    else if (node) edits.push(...replaced(text, node, value));
    else if (value !== null) added.push([field, value]);
  }
  for (const at of removed) {
    const property = record.children?.[at];
    const [field, value] = property ? (added.shift() ?? []) : [];
    if (!property || field === undefined) continue;
    removed.delete(at);
    const label = `${JSON.stringify(field)}: `;
    edits.push({ offset: property.offset, length: property.length, content: label + inOneLine(value) });
  }
  const labelled = added.map(([field, value]) => ({ label: `${JSON.stringify(field)}: `, value }));
  const taken = removed.size === 0 ? [] : removals(text, record, at => removed.has(at));
  return [...edits, ...taken, ...additions(text, record, labelled)];
}

/** Where the fields of a record stand among its properties. */
function fieldPlaces(record: Node): Map<string, number[]> {
  const places = new Map<string, number[]>();
  for (const [at, property] of (record.children ?? []).entries())
    addTo(places, String(property.children?.[0]?.value), at);
  return places;
}

function replaced(text: string, node: Node, value: unknown): Edit[] {
  const { offset, length } = node;
  if (isSameValue(getNodeValue(node), value)) return [];
  return [{ offset, length, content: printedAt(value, lineOf(text, offset)) }];
}

const twoSpaces = '  ';

/** Records behind one, laid out as that is; in an empty list as documents are. */
function addedRows({ text, root }: EditedText, rows: readonly RecordFields[], after?: number): Edit[] {
  const last = (root.children?.length ?? 0) - 1;
  const at = after ?? last;
  const before = root.children?.[at];
  if (!before && after !== undefined) throw new RangeError(`No record at ${after}`);
  if (!before) return firstRows(text, root, rows);
  const isInLines = text.slice(before.offset, before.offset + before.length).includes('\n');
  const unit = unitOf(text, before);
  const print = (row: unknown, { indent }: LinePlace) =>
    isInLines ? JSON.stringify(row, null, unit).replaceAll('\n', `\n${indent}`) : inOneLine(row);
  const added = rows.map(value => ({ label: '', value }));
  return additions(text, root, added, { at, print });
}

/** By how much the fields of a record stand deeper than it. */
function unitOf(text: string, record: Node): string {
  const [first] = record.children ?? [];
  const outer = lineOf(text, record.offset).indent;
  const inner = first ? lineOf(text, first.offset).indent : '';
  return inner.startsWith(outer) ? inner.slice(outer.length) || twoSpaces : twoSpaces;
}

function firstRows(text: string, root: Node, rows: readonly RecordFields[]): Edit[] {
  if (rows.length === 0) return [];
  const start = root.offset + 1;
  const inside = text.slice(start, root.offset + root.length - 1);
  const isBlank = inside.trim() === '';
  const { indent } = lineOf(text, root.offset);
  const printed = JSON.stringify(rows, null, twoSpaces).slice(1, -1).replaceAll('\n', `\n${indent}`);
  const content = isBlank ? printed : printed.trimEnd();
  return [{ offset: start, length: isBlank ? inside.length : 0, content }];
}

function duplicates(list: EditedText, rows: readonly number[]): Edit[] {
  const { nameField, copied } = list.kind;
  const records = list.root.children ?? [];
  const taken = new Set(
    records.map((_record, at) => {
      const fields = valueAt(list, at);
      return nameKeyOf(isRecord(fields) ? fields[nameField] : undefined);
    }),
  );
  return runsOf(rows).flatMap(({ from, to }) => {
    const copies = records.slice(from, to + 1).map((_node, index) => {
      rowNode(list, from + index);
      const record = valueAt(list, from + index) as RecordFields;
      const fields = copied(record);
      const name = fields[nameField];
      const isNamed = typeof name === 'string' && name !== record[nameField];
      return isNamed ? { ...fields, [nameField]: freeName(name, taken) } : fields;
    });
    return addedRows(list, copies, to);
  });
}

/** The value of an element of a list. */
function valueAt(list: EditedText, at: number): unknown {
  const node = list.root.children?.[at];
  if (!node) return undefined;
  const plain = jsonIn(list.text.slice(node.offset, node.offset + node.length));
  return plain ?? (getNodeValue(node.type === 'object' ? rowTree(list, at) : node) as unknown);
}

const nameKeyOf = (name: unknown): string => twinKey(textOf(name) ?? '');

/** A name that no record has, with the next number behind it where needed; it is taken from then on. */
function freeName(name: string, taken: Set<string>): string {
  let free = name;
  for (let count = 2; taken.has(nameKeyOf(free)); count += 1) free = `${name} ${count}`;
  taken.add(nameKeyOf(free));
  return free;
}

function deletions(list: EditedText, rows: readonly number[]): Edit[] {
  for (const at of rows) rowNode(list, at);
  const deleted = new Set(rows);
  return removals(list.text, list.root, at => deleted.has(at));
}
