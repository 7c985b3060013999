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
