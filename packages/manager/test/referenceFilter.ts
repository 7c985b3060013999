/** A row as the reference evaluation holds it. */
export interface ReferenceRow {
  readonly time: number;
  readonly values: Readonly<Record<string, string | null>>;
  readonly numbers: Readonly<Record<string, number>>;
}

export type ReferenceFilter =
  | { type: 'selector'; dimension: string; value: string | number | null }
  | { type: 'regex'; dimension: string; pattern: string }
  | { type: 'in'; dimension: string; values: (string | number | null)[] }
  | {
      type: 'bound';
      dimension: string;
      lower?: string;
      upper?: string;
      lowerStrict?: boolean;
      upperStrict?: boolean;
      alphaNumeric?: boolean;
    }
  | { type: 'like'; dimension: string; pattern: string; escape?: string }
  | {
      type: 'search';
      dimension: string;
      query: { type: string; value?: string; values?: string[]; caseSensitive?: boolean };
    }
  | { type: 'and' | 'or'; fields: ReferenceFilter[] }
  | { type: 'not'; field: ReferenceFilter };

/** Java patterns whose text JavaScript reads otherwise, with what means the same there. */
export const sameInJavaScript: Readonly<Record<string, RegExp>> = {
  '(?i)LISBON|^a': /LISBON|^a/i,
  '[a-z&&[^aeiou]]{3}': /[b-df-hj-np-tv-z]{3}/,
  '\\Q.\\E': /\./,
  '\\Aa\\d++$': /^a\d+$/,
  'i*+l': /i*l/,
  '(?>a|ab)1': /(?:a)1/,
  '^\\p{Lu}': /^\p{Lu}/u,
};

/** Whether a row matches a filter (field notes §2.9). */
export function matches(filter: ReferenceFilter, row: ReferenceRow): boolean {
  switch (filter.type) {
    case 'and':
      return filter.fields.every(field => matches(field, row));
    case 'or':
      return filter.fields.some(field => matches(field, row));
    case 'not':
      return !matches(filter.field, row);
    case 'selector':
    case 'regex':
    case 'in':
    case 'bound':
    case 'like':
    case 'search':
      return matchesValue(filter, row.values[filter.dimension] ?? null);
  }
}

type Leaf = Exclude<ReferenceFilter, { type: 'and' | 'or' | 'not' }>;

/** No value and the empty text are the same, except for what looks inside of a value: there is none to look into. */
function matchesValue(filter: Leaf, value: string | null): boolean {
  const text = value ?? '';
  switch (filter.type) {
    case 'selector':
      return text === textOf(filter.value);
    case 'in':
      return filter.values.some(each => text === textOf(each));
    case 'regex':
      return value !== null && (sameInJavaScript[filter.pattern] ?? new RegExp(filter.pattern)).test(value);
    case 'bound': {
      const compare = filter.alphaNumeric ? compareAlphaNumeric : compareText;
      const { lower, upper, lowerStrict = false, upperStrict = false } = filter;
      // An empty text is no lower bound of texts.
      const above = lower === undefined || (lower === '' && !filter.alphaNumeric) ? 1 : compare(text, lower);
      const below = upper === undefined ? -1 : compare(text, upper);
      return (lowerStrict ? above > 0 : above >= 0) && (upperStrict ? below < 0 : below <= 0);
    }
    case 'like':
      return matchesLike([...filter.pattern], filter.escape, [...text]);
    case 'search':
      return value !== null && contains(filter.query, value);
  }
}

const textOf = (value: string | number | null): string => (value === null ? '' : String(value));

function matchesLike(
  pattern: readonly string[],
  escape: string | undefined,
  text: readonly string[],
): boolean {
  const [first, ...rest] = pattern;
  if (first === undefined) return text.length === 0;
  if (first === escape) return text[0] === rest[0] && matchesLike(rest.slice(1), escape, text.slice(1));
  if (first === '%') {
    return Array.from({ length: text.length + 1 }, (_none, at) => at).some(at =>
      matchesLike(rest, escape, text.slice(at)),
    );
  }
  return text.length > 0 && (first === '_' || first === text[0]) && matchesLike(rest, escape, text.slice(1));
}

function contains(
  { type, value, values, caseSensitive = false }: Extract<Leaf, { type: 'search' }>['query'],
  text: string,
): boolean {
  const fold = (part: string) =>
    type !== 'insensitive_contains' && caseSensitive ? part : part.toLowerCase();
  const wanted = type === 'fragment' ? values : value === undefined ? undefined : [value];
  return wanted !== undefined && wanted.every(part => fold(text).includes(fold(part)));
}

/** By UTF-16 unit, as JavaScript compares. */
export const compareText = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

/**
 * Runs of digits compare as numbers and come before all else; of equal numbers, that with fewer leading zeros is first.
 * Everything else compares without case by code point (field notes §2.11).
 */
export function compareAlphaNumeric(a: string, b: string): number {
  const parts = (text: string) =>
    text
      .toUpperCase()
      .toLowerCase()
      .match(/\d+|\D+/g) ?? [];
  const left = parts(a);
  const right = parts(b);
  for (const [index, one] of left.entries()) {
    const other = right[index];
    if (other === undefined) return 1;
    const isNumber = /\d/.test(one);
    const isOtherNumber = /\d/.test(other);
    if (isNumber !== isOtherNumber) return isNumber ? -1 : 1;
    const order = isNumber
      ? Number(BigInt(one) - BigInt(other)) || one.length - other.length
      : Buffer.compare(Buffer.from(one), Buffer.from(other));
    if (order !== 0) return Math.sign(order);
  }
  return left.length < right.length ? -1 : 0;
}
