import type { ResultValue } from '../model/queryResult.js';
import type { PagedColumn } from './rowSource.js';

const notFinite = new Set<unknown>(['Infinity', '-Infinity', 'NaN']);
/** Integers beyond 2^53 are sent as text. */
const longInteger = /^-?\d{16,}$/;

/** Whether a value of a column of numbers is one that is not finite, sent as text (field notes §2.6). */
export const isNotFinite = (value: unknown): boolean => notFinite.has(value);

/** Whether a value of a column of numbers is an integer beyond 2^53, sent as text with all its digits. */
export const isLongInteger = (value: unknown): value is string =>
  typeof value === 'string' && longInteger.test(value);

/** Whether a column holds numbers only, as far as its rows have come; nulls do not count. */
export function isNumericColumn({ kind, values }: Pick<PagedColumn, 'kind' | 'values'>): boolean {
  if (kind !== 'value') return false;
  let hasNumber = false;
  for (const value of values) {
    if (value === null || value === undefined) continue;
    if (typeof value !== 'number' && !isNotFinite(value) && !isLongInteger(value)) return false;
    hasNumber = true;
  }
  return hasNumber;
}

/** A value of a column of numbers as a number, as near as there is one; NaN when there is none. */
export function toNumber(value: ResultValue | undefined): number {
  if (typeof value === 'number') return value;
  return typeof value === 'string' ? Number(value) : Number.NaN;
}
