import { folded } from 'netsensor-contract/text/folded';
import { cellText } from './cellText.js';
import type { ChartColumn } from './chartResult.js';
import { isLongInteger, toNumber } from './numbers.js';
import type { ResultValue } from '../query/queryResult.js';
import { timeReader } from '../text/timeText.js';

/** A column that rows are sorted by. */
export interface RowSort {
  readonly column: ChartColumn;
  readonly isDescending: boolean;
}

/** What rows have in one of these columns; a text after `!`, in none of them. */
export interface RowFilter {
  readonly columns: readonly ChartColumn[];
  readonly text: string;
}

/** Which rows are shown, in which order. */
export interface RowOrderOptions {
  readonly count: number;
  /** In which times are shown: `sent` without it, `UTC`, `local` or the name of a time zone. */
  readonly zone?: string;
  readonly filters: readonly RowFilter[];
  /** By the first, and among equal ones by the next. */
  readonly sorts?: readonly RowSort[];
}

/** The rows to show, by position; undefined for all of them as they came. */
export function rowOrder({
  count,
  zone = 'sent',
  filters,
  sorts = [],
}: RowOrderOptions): Uint32Array | undefined {
  const active = filters.filter(({ text }) => text.trim() !== '');
  if (active.length === 0 && sorts.length === 0) return undefined;
  const tests = active.map(filter => rowTest(filter, zone));
  const rows = new Uint32Array(count);
  let kept = 0;
  for (let row = 0; row < count; row += 1) {
    if (tests.every(passes => passes(row))) rows[kept++] = row;
  }
  const shown = rows.subarray(0, kept);
  const comparers = sorts.map(({ column, isDescending }) => comparer(column, isDescending ? -1 : 1));
  if (comparers.length === 0) return shown;
  return shown.sort((one, other) => firstDifference(comparers, one, other) || one - other);
}

type Comparer = (one: number, other: number) => number;

function firstDifference(comparers: readonly Comparer[], one: number, other: number): number {
  for (const compare of comparers) {
    const difference = compare(one, other);
    if (difference !== 0) return difference;
  }
  return 0;
}

function rowTest({ columns, text }: RowFilter, zone: string): (row: number) => boolean {
  const tests = columns.map(column => {
    const passes = rowFilter(text, { isNumeric: column.isNumeric, shown: shownText(column, { text, zone }) });
    return (row: number) => passes(column.values[row] ?? null);
  });
  return isExclusion(text.trim())
    ? row => tests.every(passes => passes(row))
    : row => tests.some(passes => passes(row));
}

/** What else a value is sought in, once for each: what it is shown as; undefined where what is sought is in the value or nowhere. */
function shownText(
  column: ChartColumn,
  { text, zone }: { readonly text: string; readonly zone: string },
): ((value: ResultValue) => string) | undefined {
  const { kind, otherText } = column;
  const isOther = kind === 'time' ? zone !== 'sent' : /[,"]/.test(text);
  if (!isOther && !otherText) return undefined;
  const textOf = otherText ?? ((value: ResultValue) => cellText(value, { ...column, zone }).text);
  const known = new Map<ResultValue, string>();
  return value => {
    const shown = known.get(value) ?? textOf(value);
    known.set(value, shown);
    return shown;
  };
}

const isExclusion = (text: string): boolean => text.startsWith('!');

/** Rows without a value come last in both directions. */
function comparer({ values, isNumeric, kind }: ChartColumn, direction: 1 | -1): Comparer {
  const keys = isNumeric ? numberKeys(values) : kind === 'time' ? timeKeys(values) : textKeys(values);
  return (one: number, other: number): number => {
    const a = keys[one] ?? Number.NaN;
    const b = keys[other] ?? Number.NaN;
    if (Number.isNaN(a) || Number.isNaN(b)) return Number(Number.isNaN(a)) - Number(Number.isNaN(b));
    if (a !== b) return a < b ? -direction : direction;
    return isNumeric ? direction * compareLong(values[one], values[other]) : 0;
  };
}

const numberKeys = (values: ChartColumn['values']) => Float64Array.from(values, toNumber);

function timeKeys(values: ChartColumn['values']): Float64Array {
  const read = timeReader();
  return Float64Array.from(values, value => read(String(value)));
}

/** The rank of each text, so that each is compared once however many rows have it. */
function textKeys(values: ChartColumn['values']): Float64Array {
  const collator = new Intl.Collator('en', { numeric: true });
  const distinct = [...new Set(values)].filter(value => value !== null && value !== undefined);
  distinct.sort((one, other) => collator.compare(String(one), String(other)));
  const ranks = new Map<unknown, number>(distinct.map((value, rank) => [value, rank]));
  return Float64Array.from(values, value => ranks.get(value) ?? Number.NaN);
}

/** Integers that are the same to 53 bits may still differ. */
function compareLong(one: ResultValue | undefined, other: ResultValue | undefined): number {
  if (!isLongInteger(one) && !isLongInteger(other)) return 0;
  const isWhole = (value: unknown) => isLongInteger(value) || Number.isInteger(value);
  if (!isWhole(one) || !isWhole(other)) return 0;
  const a = BigInt(one as string | number);
  const b = BigInt(other as string | number);
  return a < b ? -1 : a > b ? 1 : 0;
}

const comparisons: Readonly<Record<string, (value: number, bound: number) => boolean>> = {
  '>': (value, bound) => value > bound,
  '>=': (value, bound) => value >= bound,
  '<': (value, bound) => value < bound,
  '<=': (value, bound) => value <= bound,
  '=': (value, bound) => value === bound,
  '!=': (value, bound) => value !== bound,
};

/**
 * Whether a value passes a filter as it is typed: `>1000` and the like for numbers, `=text` for the whole text, `=one|other`
 * for one of several, `=` for none, `!text` and `!=text` for the opposites, and anything else for texts that hold it,
 * whatever their case and accents. `null` stands for no value.
 * @param shown what a value is shown as, where that is looked through, too
 */
export function rowFilter(
  typed: string,
  {
    isNumeric,
    shown,
  }: { readonly isNumeric: boolean; readonly shown?: ((value: ResultValue) => string) | undefined },
): (value: ResultValue) => boolean {
  const text = typed.trim();
  const [, operator = '', digits = ''] = /^(>=|<=|!=|[<>=])\s*(-?[\d.]+(?:e\d+)?)$/i.exec(text) ?? [];
  const compare = isNumeric ? comparisons[operator] : undefined;
  const bound = Number(digits);
  if (compare && !Number.isNaN(bound)) {
    return value => value !== null && compare(toNumber(value), bound);
  }
  const [, isNot, isWhole, rest = ''] = /^(!?)(=?)([^]*)$/.exec(text) ?? [];
  const passes = isWhole ? isOneOf(rest) : holds(rest);
  const found = (value: ResultValue) =>
    passes(folded(String(value ?? (isWhole && rest === '' ? '' : value)))) ||
    (shown !== undefined && passes(folded(shown(value))));
  return isNot ? value => !found(value) : found;
}

/** Whether a text is another, or one of those that bars part. */
function isOneOf(typed: string): (text: string) => boolean {
  const parts = typed.split('|').map(part => folded(part.trim()));
  const sought = new Set([folded(typed), ...parts]);
  return text => sought.has(text);
}

function holds(typed: string): (text: string) => boolean {
  const sought = folded(typed);
  return text => text.includes(sought);
}
