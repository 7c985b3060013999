import type { ResultColumn, ResultValue } from '../query/queryResult.js';

const notFinite = new Set<unknown>(['Infinity', '-Infinity', 'NaN']);
/** Integers beyond 2^53 are sent as text. */
const longInteger = /^-?\d{16,}$/;

/** Whether a value of a column of numbers is one that is not finite, sent as text (field notes §2.6). */
export const isNotFinite = (value: unknown): boolean => notFinite.has(value);

/** Whether a value of a column of numbers is an integer beyond 2^53, sent as text with all its digits. */
export const isLongInteger = (value: unknown): value is string =>
  typeof value === 'string' && longInteger.test(value);

/** Whether a value is text that reads as a finite number, as some managers send theirs. */
export const isNumericText = (value: unknown): value is string =>
  typeof value === 'string' && /^-?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(value);

/**
 * Whether a column is one of numbers, as far as its rows have come; nulls do not count. What a query computes has a number
 * somewhere, or numeric text only; any other column has numbers in every row, some of them perhaps as text.
 */
export function isNumericColumn(
  {
    kind,
    name,
    values,
  }: Pick<ResultColumn, 'kind' | 'name'> & { readonly values: readonly (ResultValue | undefined)[] },
  computed: readonly { readonly name: string }[],
): boolean {
  if (kind !== 'value') return false;
  const isComputed = computed.some(column => column.name === name);
  let hasNumber = false;
  let hasText = false;
  for (const value of values) {
    if (value === null || value === undefined) continue;
    if (typeof value === 'number' || isNotFinite(value) || isLongInteger(value)) hasNumber = true;
    else if (isNumericText(value)) hasText = true;
    else if (!isComputed) return false;
    else return values.some(each => typeof each === 'number');
  }
  return hasNumber || (isComputed && hasText);
}

/** A value of a column of numbers as a number, as near as there is one; NaN when there is none. */
export function toNumber(value: ResultValue | undefined): number {
  if (typeof value === 'number') return value;
  return isNumericText(value) || isNotFinite(value) ? Number(value) : Number.NaN;
}

/** Where a scale that begins at zero ends: at the largest value, or at the least where none is above zero. */
export function scaleEnd(values: readonly number[]): number {
  let least = 0;
  let largest = 0;
  for (const value of values) {
    if (value < least) least = value;
    if (value > largest) largest = value;
  }
  return largest || least;
}

/** How far a value is on a scale from zero to its end, from 0 to 1; what lies on the other side of zero is at 0. */
export const scaleShare = (value: number, end: number): number => (end === 0 ? 0 : Math.max(0, value / end));

/** Digits with thousands separators. Every digit is kept: separators go into the whole part only. */
export function groupDigits(digits: string): string {
  const [whole = '', ...rest] = digits.split(/(?=[.e])/);
  return [whole.replace(/\B(?=(\d{3})+$)/g, ','), ...rest].join('');
}
