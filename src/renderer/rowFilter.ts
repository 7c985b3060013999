import type { ResultValue } from '../model/queryResult.js';
import { toNumber } from './numbers.js';

const comparisons: Readonly<Record<string, (value: number, bound: number) => boolean>> = {
  '>': (value, bound) => value > bound,
  '>=': (value, bound) => value >= bound,
  '<': (value, bound) => value < bound,
  '<=': (value, bound) => value <= bound,
  '=': (value, bound) => value === bound,
  '!=': (value, bound) => value !== bound,
};

/**
 * Whether a value passes a filter as it is typed: `>1000` and the like for numbers, `=text` for the whole text, `!text` for
 * texts without it, and anything else for texts that hold it in upper or lower case. `null` stands for no value.
 */
export function rowFilter(
  typed: string,
  { isNumeric }: { readonly isNumeric: boolean },
): (value: ResultValue) => boolean {
  const text = typed.trim();
  const [, operator = '', digits = ''] = /^(>=|<=|!=|[<>=])\s*(-?[\d.]+(?:e\d+)?)$/i.exec(text) ?? [];
  const compare = isNumeric ? comparisons[operator] : undefined;
  const bound = Number(digits);
  if (compare && !Number.isNaN(bound)) {
    return value => value !== null && compare(toNumber(value), bound);
  }
  const sought = text.replace(/^[=!]/, '').toLowerCase();
  const lower = (value: ResultValue) => String(value).toLowerCase();
  if (text.startsWith('=')) return value => lower(value) === sought;
  if (text.startsWith('!')) return value => !lower(value).includes(sought);
  return value => lower(value).includes(sought);
}
