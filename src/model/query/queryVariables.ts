import { printExactJson } from 'netsensor-contract/text/exactJson';
import { isRecord } from 'netsensor-contract/text/looseValues';
import { standsForAll, type VariableValue } from '../notebook/notebookVariables.js';
import type { ResultTable } from './queryResult.js';

/** A `${site}` or `${topHosts.wan_ip}` in the text of a query. */
export interface VariableReference {
  readonly name: string;
  /** Column of the result of a named cell. */
  readonly column: string | undefined;
}

/** Stands for whatever value there is: a filter by it lets every row pass. */
export const everyValue = Symbol('every value');

type Scalar = string | number | boolean | null;

/** What a reference stands for: one value, some values such as those of a column, or every value. */
export type FilledValue = Scalar | readonly Scalar[] | typeof everyValue;

/** Why a reference cannot be filled in. */
export class VariableError extends Error {
  constructor(
    readonly code: 'missing' | 'noColumn' | 'noRows' | 'manyValues' | 'everyValue' | 'noneLeft',
    /** As written. */
    readonly reference: string,
    /** What could be written instead, or how many values there are. */
    readonly details: readonly string[] = [],
  ) {
    super(`${code}: ${reference}`);
  }
}

const name = String.raw`[A-Za-z_][\w-]*`;
const reference = new RegExp(String.raw`\$?\$\{(${name})(?:\.([^{}\s]+))?\}`, 'g');
const validName = new RegExp(`^${name}$`);

/** As the granularity of a query in a cell: buckets as long as its time asks for. Elsewhere it is a variable like others. */
export const autoGranularity = '${auto}';

/** The granularity of a query, whatever that is. */
export const granularityOf = (query: unknown): unknown =>
  isRecord(query) ? query['granularity'] : undefined;

/** Whether a query leaves the length of its buckets to its time. */
export const hasAutoBuckets = (query: unknown): query is object => granularityOf(query) === autoGranularity;

const withoutAutoReference = (query: unknown): unknown =>
  hasAutoBuckets(query) ? { ...query, granularity: `$${autoGranularity}` } : query;

/** Whether a word can name a variable or a cell. */
export const isVariableName = (word: string): boolean => validName.test(word);

/** Every reference in the texts of a query, each once; `$${` and the granularity `${auto}` are none. */
export function referencesIn(query: unknown): VariableReference[] {
  const found = new Map<string, VariableReference>();
  const waiting: unknown[] = [withoutAutoReference(query)];
  for (let next = 0; next < waiting.length; next += 1) {
    const value = waiting[next];
    if (typeof value === 'string') {
      for (const { text, name, column } of matchesIn(value)) found.set(text, { name, column });
    } else if (typeof value === 'object' && value !== null) waiting.push(...Object.values(value));
  }
  return [...found.values()];
}

/** A reference where it stands in a text. */
export interface ReferenceMatch extends VariableReference {
  /** As written. */
  readonly text: string;
  readonly offset: number;
}

/** The references in one text, from left to right. */
export const matchesIn = (text: string): ReferenceMatch[] =>
  [...text.matchAll(reference)]
    .filter(([whole]) => !whole.startsWith('$$'))
    .map(({ index, 0: whole, 1: name = '', 2: column }) => ({ text: whole, offset: index, name, column }));

/** A reference as it is written into a text of a query; undefined where what it is to stand for cannot be written so. */
export function writtenReference(name: string, column?: string): string | undefined {
  const text = `\${${column === undefined ? name : `${name}.${column}`}}`;
  const [match] = matchesIn(text);
  const isMeant = match?.text === text && match.name === name && match.column === column;
  return isMeant && JSON.stringify(text) === `"${text}"` ? text : undefined;
}

/** Where the values of references come from. */
export interface ValueSources {
  readonly valueOf: (name: string) => Promise<VariableValue>;
  /** The result of the cell with a name; undefined where there is none. */
  readonly tableOf: (name: string) => ResultTable | undefined;
  readonly cellNames: () => readonly string[];
}

/** A query whose variables are filled in. */
export interface FilledQuery {
  readonly query: unknown;
  /** What the variables of the notebook stood for, by name. */
  readonly variables: Readonly<Record<string, VariableValue>>;
}

/**
 * Replaces the variables in a query: those of its notebook, and columns of the results of named cells.
 * @throws {VariableError} for what cannot be filled in, and whatever the sources throw
 */
export async function filledQuery(query: unknown, sources: ValueSources): Promise<FilledQuery> {
  const values = new Map<string, FilledValue>();
  const chosen = new Map<string, VariableValue>();
  for (const { name, column } of referencesIn(query)) {
    if (column !== undefined) {
      values.set(keyOf({ name, column }), columnValues({ name, column }, sources));
      continue;
    }
    const value = await sources.valueOf(name);
    chosen.set(name, value);
    values.set(name, standsForAll(value) ? everyValue : value);
  }
  const variables = Object.fromEntries(chosen);
  if (values.size === 0 && !printExactJson(query).includes('$${')) return { query, variables };
  return { query: fillIn(query, each => values.get(keyOf(each)) ?? null), variables };
}

const keyOf = ({ name, column }: VariableReference) => (column === undefined ? name : `${name}.${column}`);

function columnValues(
  { name, column }: VariableReference & { readonly column: string },
  { tableOf, cellNames }: ValueSources,
): FilledValue {
  const table = tableOf(name);
  if (!table) throw new VariableError('missing', keyOf({ name, column }), cellNames());
  const found = table.columns.find(each => each.name === column);
  const names = table.columns.map(each => each.name);
  if (!found) throw new VariableError('noColumn', keyOf({ name, column }), names);
  return [...new Set(found.values)].map(value => (typeof value === 'bigint' ? String(value) : value));
}

type ValueOf = (reference: VariableReference) => FilledValue;

/**
 * A query with every reference replaced. A reference that is a whole text becomes the value itself; in a list many values
 * take its place; a selector of many values becomes an `or` of selectors, and filters by every value are left out
 * (contract 002, Filters).
 * @throws {VariableError} for many values where one is wanted, and whatever `valueOf` throws
 */
export function fillIn(query: unknown, valueOf: ValueOf): unknown {
  const filled = fill(withoutAutoReference(query), valueOf);
  if (filled instanceof EveryRow) throw new VariableError('everyValue', filled.reference);
  return filled;
}

/** What a filter that lets every row pass is filled in as, until what holds it does without. */
class EveryRow {
  constructor(readonly reference: string) {}
}

function fill(query: unknown, valueOf: ValueOf): unknown {
  if (typeof query === 'string') return single(query, filledText(query, valueOf));
  if (Array.isArray(query)) {
    return (query as unknown[]).flatMap(item => {
      const filled = typeof item === 'string' ? filledText(item, valueOf) : [fill(item, valueOf)];
      if (filled === everyValue) throw new VariableError('everyValue', String(item));
      return filled;
    });
  }
  return isRecord(query) ? fillObject(query, valueOf) : query;
}

function fillObject(query: Readonly<Record<string, unknown>>, valueOf: ValueOf): unknown {
  const every = comparedTexts(query).find(text => filledText(text, valueOf) === everyValue);
  if (every !== undefined) return new EveryRow(every);
  const { type, value } = query;
  if (type === 'selector' && typeof value === 'string') {
    const filled = filledText(value, valueOf);
    if (Array.isArray(filled) && filled.length !== 1) return anyOf(query, value, filled as unknown[]);
  }
  return withoutEvery(
    String(type),
    Object.entries(query).map(([field, item]) => [field, fill(item, valueOf)]),
  );
}

/** What a filter compares a dimension with, each a reference and nothing else. */
function comparedTexts({ type, value, pattern, values }: Readonly<Record<string, unknown>>): string[] {
  const compared =
    type === 'selector'
      ? [value]
      : type === 'regex' || type === 'like'
        ? [pattern]
        : type === 'in' && Array.isArray(values)
          ? (values as unknown[])
          : [];
  return compared.filter(text => typeof text === 'string').filter(text => matchesIn(text)[0]?.text === text);
}

/** An object without the filters in it that let every row pass; itself such a filter where it combines them so. */
function withoutEvery(type: string, entries: readonly (readonly [string, unknown])[]): unknown {
  const rest = Object.fromEntries(entries);
  for (const [field, item] of entries) {
    const every = [item].flat().find(each => each instanceof EveryRow);
    if (!every) continue;
    if (field === 'fields' && type === 'or') return every;
    if (field === 'fields' && type === 'and') {
      const left = (item as unknown[]).filter(each => !(each instanceof EveryRow));
      if (left.length === 0) return every;
      rest[field] = left;
    } else if (field === 'field' && type === 'not') throw new VariableError('noneLeft', every.reference);
    else if (field === 'filter' && type === 'filtered' && isRecord(rest.aggregator)) {
      const { name } = rest;
      return { ...(name !== undefined && { name }), ...rest.aggregator };
    } else if (field === 'filter') delete rest[field];
    else throw new VariableError('everyValue', every.reference);
  }
  return rest;
}

function anyOf(selector: object, written: string, values: readonly unknown[]): unknown {
  if (values.length === 0) throw new VariableError('noRows', written);
  return { type: 'or', fields: values.map(value => ({ ...selector, value })) };
}

function filledText(text: string, valueOf: ValueOf): FilledValue {
  const [only, ...others] = matchesIn(text);
  if (only && others.length === 0 && only.text === text) return valueOf(only);
  return text.replaceAll(reference, (whole: string, name: string, column: string | undefined) => {
    if (whole.startsWith('$$')) return whole.slice(1);
    return String(single(whole, valueOf({ name, column })) ?? '');
  });
}

function single(written: string, value: FilledValue): unknown {
  if (value === everyValue) throw new VariableError('everyValue', written);
  if (!Array.isArray(value)) return value;
  const [only, ...others] = value as unknown[];
  if (only === undefined) throw new VariableError('noRows', written);
  if (others.length > 0) throw new VariableError('manyValues', written, [String(others.length + 1)]);
  return only;
}
