import { fieldsWhere } from 'netsensor-contract/text/collections';
import { getNodeValue, parseTree, type Node, findNodeAtLocation } from 'jsonc-parser';
import {
  createProblems,
  editProblems,
  type FieldProblem,
  inventoryRules,
  changedFields,
  isSameValue,
  lostLetterProblems,
} from './recordRules.js';
import { withPastedRight } from './pastedValues.js';
import {
  inventoryType,
  isInventoryType,
  type InventoryType,
} from 'netsensor-contract/inventory/inventoryTypes';
import {
  bookkeepingFields,
  createSchema,
  type InventoryRecord,
} from 'netsensor-contract/inventory/inventoryRecord';
import {
  documentFields,
  parseJsonTree,
  printFields,
  secretFieldsOf,
  type RecordFields,
} from './recordText.js';
import { secretPlaceholder } from 'netsensor-contract/text/secretNames';
import type { Place } from '../text/placedElements.js';

/** Records of one type as one document, apart from its connection. */
export interface ListRef {
  readonly type: InventoryType;
  /** The ids that it shows; undefined for all records of the type. */
  readonly ids?: readonly number[] | undefined;
}

/** A record in the text of a list. Without `id` it is to be created. */
export interface ListItem {
  readonly id: number | undefined;
  readonly fields: RecordFields;
  /** Where it stands in the text. */
  readonly offset: number;
  readonly length: number;
}

/** What is wrong with the text of a list; `problem` is there for `field`. */
export interface ListProblem {
  readonly code: 'syntax' | 'notList' | 'notObject' | 'wrongId' | 'duplicateId' | 'unknownId' | 'field';
  /** The value or name to blame, or what the parser says. */
  readonly subject: string;
  readonly problem?: FieldProblem;
  readonly offset: number;
  readonly length: number;
}

/**
 * The path of a list, `/lists/racks/Racks.json`, or `/lists/racks/Racks (2).json` of a part of it, whose ids go into the
 * query of the URI.
 */
export function listPath({ type, ids }: ListRef): string {
  const count = ids ? ` (${ids.length})` : '';
  return `/lists/${type}/${inventoryType(type).plural}${count}.json`;
}

/** The query of the URI of a list, `ids=3,17`; empty for all records. */
export const listQuery = (ids: readonly number[] | undefined) => (ids ? `ids=${ids.join(',')}` : '');

/** Whether two parts show the same records, in whatever order. */
export function isSamePart(ids: readonly number[], others: readonly number[]): boolean {
  const { size } = new Set([...ids, ...others]);
  return new Set(ids).size === size && new Set(others).size === size;
}

/** The list behind an address; undefined for any other. */
export function parseListAddress({ path, query }: { path: string; query: string }): ListRef | undefined {
  const [, root, type, file, ...rest] = path.split('/');
  if (root !== 'lists' || !type || !isInventoryType(type) || !file || rest.length > 0) return undefined;
  if (query === '') return { type };
  const ids = /^ids=(\d{1,15}(?:,\d{1,15})*)$/.exec(query)?.[1];
  return ids === undefined ? undefined : { type, ids: ids.split(',').map(Number) };
}

/** The records that a list shows, in the manager's order. */
export function recordsOf({ ids }: ListRef, records: readonly InventoryRecord[]): InventoryRecord[] {
  const wanted = ids && new Set(ids);
  return records.filter(({ id }) => !wanted || wanted.has(id));
}

/** The text of a list of records, secrets replaced. */
export const printRecords = (type: InventoryType, records: readonly InventoryRecord[]): string =>
  printFields(records.map(record => documentFields(type, record)));

/** Reads the text of a list; items are there when it is a list of objects. */
export function readList(text: string): { items: ListItem[]; problems: ListProblem[] } {
  const { root, errors } = parseJsonTree(text);
  const problems = errors.map((error): ListProblem => ({ code: 'syntax', ...error }));
  if (problems.length > 0 || !root) return { items: [], problems };
  if (root.type !== 'array')
    return { items: [], problems: [{ code: 'notList', subject: '', offset: 0, length: 1 }] };
  const items: ListItem[] = [];
  for (const node of root.children ?? []) {
    if (node.type === 'object') items.push(readItem(node));
    else problems.push({ code: 'notObject', subject: '', offset: node.offset, length: node.length });
  }
  return { items, problems: [...problems, ...idProblems(items)] };
}

function readItem(node: Node): ListItem {
  const fields = getNodeValue(node) as RecordFields;
  const { id } = fields;
  return { id: typeof id === 'number' ? id : undefined, fields, offset: node.offset, length: node.length };
}

/** Where a record stands in the tree of the text of a list; undefined where it does not. */
export const itemNode = (root: Node, id: number): Node | undefined =>
  root.children?.find(item => findNodeAtLocation(item, ['id'])?.value === id);

/** Ids that are none, or that stand in a list twice. */
export function idProblems(items: readonly ListItem[]): ListProblem[] {
  const seen = new Set<number>();
  return items.flatMap((item): ListProblem[] => {
    const { id, fields, offset, length } = item;
    if (Object.hasOwn(fields, 'id') && (id === undefined || !Number.isSafeInteger(id)))
      return [{ code: 'wrongId', subject: JSON.stringify(fields['id']), offset, length }];
    if (id === undefined) return [];
    if (seen.has(id)) return [{ code: 'duplicateId', subject: String(id), offset, length }];
    seen.add(id);
    return [];
  });
}

/** The records of a list as they are meant, where something was pasted in another form than the manager takes. */
export function rightItems(
  type: InventoryType,
  items: readonly ListItem[],
  base: readonly RecordFields[],
): ListItem[] {
  const known = new Map(base.map(fields => [fields['id'], fields]));
  const { fields: shape } = inventoryRules(type);
  return items.map(item => ({ ...item, fields: withPastedRight(shape, item.fields, known.get(item.id)) }));
}

/** What is wrong with the records of a list, compared with what the list started from (contract 000, Resources and fields). */
export function checkItems(
  type: InventoryType,
  items: readonly ListItem[],
  base: readonly RecordFields[],
): ListProblem[] {
  const known = new Map(base.map(fields => [fields['id'], fields]));
  const rules = inventoryRules(type);
  const creation = createSchema(type).omit(asKeys(secretFieldsOf(type)));
  return items.flatMap((item): ListProblem[] => {
    const { id, fields: edited, offset, length } = item;
    const from = id === undefined ? undefined : known.get(id);
    if (id !== undefined && !from) return [{ code: 'unknownId', subject: String(id), offset, length }];
    const problems = from
      ? editProblems({ rules, base: from, edited }, changedOf(from, edited, rules.bookkeepingFields))
      : [
          ...createProblems(creation, creationFields(type, edited)),
          ...writtenSecrets(type, edited),
          ...copiedLosses(base, creationFields(type, edited)),
        ];
    return problems.map(problem => ({ code: 'field', subject: problem.field, problem, offset, length }));
  });
}

/** The fields of a new record that are sent: what a copied record has of the manager's own, and a secret, are left out. */
export function creationFields(type: InventoryType, fields: RecordFields): RecordFields {
  const left = ['id', ...bookkeepingFields, ...secretFieldsOf(type)];
  return fieldsWhere(fields, (name, value) => !left.includes(name) && value !== null);
}

/** Fields of a new record in which a letter is lost as in another record of the list, of which it is a copy. */
const copiedLosses = (base: readonly RecordFields[], fields: RecordFields): FieldProblem[] =>
  lostLetterProblems(fields, fields).filter(({ field }) =>
    base.some(record => isSameValue(record[field], fields[field])),
  );

/** Secrets that were written instead of the placeholder; they never belong into a document. */
const writtenSecrets = (type: InventoryType, fields: RecordFields): FieldProblem[] =>
  secretFieldsOf(type)
    .filter(field => Object.hasOwn(fields, field) && fields[field] !== secretPlaceholder)
    .map(field => ({ field, code: 'secret' }));

const asKeys = (names: readonly string[]) => Object.fromEntries(names.map(name => [name, true] as const));

const changedOf = (base: RecordFields, edited: RecordFields, bookkeeping: readonly string[]) =>
  changedFields(base, edited).filter(field => !bookkeeping.includes(field));

/**
 * The field that a manager's words are about, by its name or as Rails words it: `rack_id must exist`, `Rack must exist`
 * (field notes §1.4). Undefined when no sentence begins with a field.
 */
export function namedField(fields: readonly string[], words: string): string | undefined {
  const starts = fields
    .flatMap(field => [field, railsTitle(field)].map(title => ({ field, title })))
    .map(({ field, title }) => ({ field, title, at: startOf(title, words) }))
    .filter(({ at }) => at >= 0);
  const [first] = starts.sort((one, other) => one.at - other.at || other.title.length - one.title.length);
  return first?.field;
}

const railsTitle = (field: string) => field.replace(/_id$/, '').replaceAll('_', ' ');

const startOf = (title: string, words: string) =>
  new RegExp(`(?<=^|[,;:.]\\s*)${title}(?![\\w-])`, 'i').exec(words)?.index ?? -1;

/**
 * Finds where to point at in the text of a list: at the value of a field of the record that begins at an offset, or at
 * that record's first line when the field is not there.
 */
export function placeFinder(text: string): (offset: number, field?: string) => Place {
  const records = new Map(parseTree(text)?.children?.map(node => [node.offset, node]));
  return (offset, field) => {
    const record = records.get(offset);
    const value = record && field !== undefined ? findNodeAtLocation(record, [field]) : undefined;
    return value ?? { offset, length: /^.*/.exec(text.slice(offset))?.[0].length ?? 0 };
  };
}

/** Problems of a list at the fields that they are about, instead of at their records. */
export function placedProblems(text: string, problems: readonly ListProblem[]): ListProblem[] {
  const placeOf = placeFinder(text);
  return problems.map(problem => {
    const field = problem.code.endsWith('Id') ? 'id' : problem.problem?.field;
    return { ...problem, ...placeOf(problem.offset, field) };
  });
}
