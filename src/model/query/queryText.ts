import { parseTree, printParseErrorCode, type Node, type ParseError } from 'jsonc-parser';
import { parseExactJson, printCompactJson } from '../text/exactJson.js';
import { isRecord } from '../text/looseValues.js';

/** Where the text of a query cell stops being JSON; line and column count from 1. */
export interface QueryTextProblem {
  /** Name of a jsonc-parser error such as `CommaExpected`; `Empty` for a cell without JSON; `TooDeep`. */
  readonly code: string;
  readonly line: number;
  readonly column: number;
}

/** What the text of a query cell says. */
export type QueryText = { readonly query: unknown } | { readonly problem: QueryTextProblem };

/** Reads a query cell: JSON with comments and trailing commas. Integers beyond 2^53 are `bigint` and keep every digit. */
export function parseQueryText(text: string): QueryText {
  try {
    const errors: ParseError[] = [];
    const root = parseTree(text, errors, { allowTrailingComma: true });
    const [first] = errors;
    if (root && !first) return { query: toValue(root, text) };
    const offset = first?.offset ?? text.length;
    const isEmpty = !root && text.slice(offset).trim() === '';
    const code = first && !isEmpty ? printParseErrorCode(first.error) : 'Empty';
    return { problem: { code, ...position(text, offset) } };
  } catch (error) {
    if (error instanceof RangeError) return { problem: { code: 'TooDeep', line: 1, column: 1 } };
    throw error;
  }
}

/** Own properties only, so that a field called `__proto__` is a field. */
function toValue(node: Node, text: string): unknown {
  const { type, value, children = [] } = node as { type: string; value?: unknown; children?: Node[] };
  if (type === 'number') return parseExactJson(text.slice(node.offset, node.offset + node.length));
  if (type === 'array') return children.map(child => toValue(child, text));
  if (type !== 'object') return value;
  return Object.fromEntries(
    children.map(({ children: [name, field] = [] }) => [
      String(name?.value),
      field ? toValue(field, text) : undefined,
    ]),
  );
}

function position(text: string, offset: number): { line: number; column: number } {
  const lines = text.slice(0, offset).split(/\r\n|\r|\n/);
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}

/**
 * The texts of the queries in a plain JSON file: one object, or a list of them. One that stands alone keeps its comments.
 * Undefined when the file holds anything else.
 */
export function queriesIn(file: string): string[] | undefined {
  const text = file.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n');
  const parsed = parseQueryText(text);
  if ('problem' in parsed) return undefined;
  if (isRecord(parsed.query)) return [text.trim()];
  const list: unknown[] = Array.isArray(parsed.query) ? parsed.query : [];
  return list.length > 0 && list.every(isRecord) ? list.map(query => printCompactJson(query)) : undefined;
}

/** A `${site}` or `${topHosts.wan_ip}` in the text of a query. */
export interface VariableReference {
  readonly name: string;
  /** Column of the result of a named cell. */
  readonly column: string | undefined;
}

/** What a reference stands for: one value, or the values of a column. */
export type FilledValue = string | number | boolean | null | readonly (string | number | boolean | null)[];

/** Why a reference cannot be filled in. */
export class VariableError extends Error {
  constructor(
    readonly code: 'missing' | 'noColumn' | 'noRows' | 'manyValues' | 'cycle',
    /** As written, or the cells of a cycle. */
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

/** Whether a word can name a variable or a cell. */
export const isVariableName = (word: string): boolean => validName.test(word);

/** Every reference in the texts of a query, each once; `$${` is no reference. */
export function referencesIn(query: unknown): VariableReference[] {
  const found = new Map<string, VariableReference>();
  const waiting: unknown[] = [query];
  for (let next = 0; next < waiting.length; next += 1) {
    const value = waiting[next];
    if (typeof value === 'string') {
      for (const { text, name, column } of matchesIn(value)) found.set(text, { name, column });
    } else if (typeof value === 'object' && value !== null) waiting.push(...Object.values(value));
  }
  return [...found.values()];
}

function matchesIn(text: string): { text: string; name: string; column: string | undefined }[] {
  return [...text.matchAll(reference)]
    .filter(([whole]) => !whole.startsWith('$$'))
    .map(([whole, name = '', column]) => ({ text: whole, name, column }));
}

/**
 * A query with every reference replaced. A reference that is a whole text becomes the value itself; in a list many values
 * take its place; a selector of many values becomes an `or` of selectors (contract 002, Filters).
 * @throws {VariableError} for many values where one is wanted, and whatever `valueOf` throws
 */
export function fillIn(query: unknown, valueOf: (reference: VariableReference) => FilledValue): unknown {
  if (typeof query === 'string') return single(query, filledText(query, valueOf));
  if (Array.isArray(query)) {
    return (query as unknown[]).flatMap(item =>
      typeof item === 'string' ? filledText(item, valueOf) : [fillIn(item, valueOf)],
    );
  }
  if (typeof query !== 'object' || query === null) return query;
  const { type, value } = query as { type?: unknown; value?: unknown };
  if (type === 'selector' && typeof value === 'string') {
    const filled = filledText(value, valueOf);
    if (Array.isArray(filled) && filled.length !== 1) return anyOf(query, value, filled as unknown[]);
  }
  return Object.fromEntries(Object.entries(query).map(([field, item]) => [field, fillIn(item, valueOf)]));
}

function anyOf(selector: object, written: string, values: readonly unknown[]): unknown {
  if (values.length === 0) throw new VariableError('noRows', written);
  return { type: 'or', fields: values.map(value => ({ ...selector, value })) };
}

function filledText(text: string, valueOf: (reference: VariableReference) => FilledValue): FilledValue {
  const [only, ...others] = matchesIn(text);
  if (only && others.length === 0 && only.text === text) return valueOf(only);
  return text.replaceAll(reference, (whole: string, name: string, column: string | undefined) => {
    if (whole.startsWith('$$')) return whole.slice(1);
    return String(single(whole, valueOf({ name, column })) ?? '');
  });
}

function single(written: string, value: FilledValue): unknown {
  if (!Array.isArray(value)) return value;
  const [only, ...others] = value as unknown[];
  if (only === undefined) throw new VariableError('noRows', written);
  if (others.length > 0) throw new VariableError('manyValues', written, [String(others.length + 1)]);
  return only;
}

/** A cell as far as its order matters. */
export interface OrderedCell<T> {
  readonly cell: T;
  /** By which other cells use its result. */
  readonly name: string | undefined;
  /** Names of the cells whose results it uses. */
  readonly uses: readonly string[];
}

/**
 * The cells to run, each after those whose results it uses. Used cells without a result are run too.
 * @param all every cell of the notebook, from top to bottom
 * @throws {VariableError} `cycle` when cells need each other's results
 */
export function cellOrder<T>(
  wanted: readonly T[],
  all: readonly OrderedCell<T>[],
  hasResult: (cell: T) => boolean,
): T[] {
  const byName = new Map<string, OrderedCell<T>>();
  for (const each of all) if (each.name !== undefined && !byName.has(each.name)) byName.set(each.name, each);
  const byCell = new Map(all.map(each => [each.cell, each]));
  const usedBy = (cell: T) => (byCell.get(cell)?.uses ?? []).flatMap(used => byName.get(used) ?? []);
  const order: T[] = [];
  const visit = (cell: T): void => {
    if (order.includes(cell)) return;
    for (const used of usedBy(cell))
      if (wanted.includes(used.cell) || !hasResult(used.cell)) visit(used.cell);
    order.push(cell);
  };
  for (const cell of wanted) {
    const start = byCell.get(cell);
    if (start) refuseCycle(start, usedBy);
    visit(cell);
  }
  return order;
}

/** Whether there are results already makes no difference: cells that need each other never come to an end. */
function refuseCycle<T>(start: OrderedCell<T>, usedBy: (cell: T) => readonly OrderedCell<T>[]): void {
  const done = new Set<T>();
  const follow = (cell: OrderedCell<T>, path: readonly OrderedCell<T>[]): void => {
    const again = path.findIndex(step => step.cell === cell.cell);
    if (again >= 0) {
      const names = [...path.slice(again), cell].map(({ name }) => name ?? '');
      throw new VariableError('cycle', names.join(' → '));
    }
    if (done.has(cell.cell)) return;
    for (const used of usedBy(cell.cell)) follow(used, [...path, cell]);
    done.add(cell.cell);
  };
  follow(start, []);
}
