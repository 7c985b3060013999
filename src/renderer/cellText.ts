import type { ResultColumn, ResultValue } from '../model/queryResult.js';
import { strings } from './strings.js';

/** How one value is shown. */
export interface CellText {
  readonly text: string;
  readonly look: 'plain' | 'null' | 'empty' | 'notFinite';
  /** Said on hover; the text itself when there is nothing else to say. */
  readonly hint: string;
}

const notFinite = new Set<ResultValue>(['Infinity', '-Infinity', 'NaN']);

/** The text of a value: null, empty text and numbers sent as text can be told apart. */
export function cellText(value: ResultValue, isNumeric: boolean): CellText {
  if (value === null) return { text: strings.null, look: 'null', hint: strings.nullHint };
  if (value === '') return { text: strings.empty, look: 'empty', hint: strings.emptyHint };
  if (typeof value === 'number') return numberText(value);
  const text = String(value);
  if (isNumeric && notFinite.has(value)) return { text, look: 'notFinite', hint: strings.notFinite };
  return { text, look: 'plain', hint: text };
}

/** Whether a column holds numbers only; nulls and non-finite numbers sent as text (field notes §2.6) do not count. */
export function isNumericColumn({ kind, values }: ResultColumn): boolean {
  if (kind !== 'value') return false;
  const isNumber = (value: ResultValue) =>
    typeof value === 'number' || value === null || notFinite.has(value);
  return values.every(isNumber) && values.some(value => value !== null);
}

function numberText(value: number): CellText {
  const text = groupDigits(String(value));
  const isInexact = Number.isInteger(value) && !Number.isSafeInteger(value);
  return { text, look: 'plain', hint: isInexact ? strings.tooLong : text };
}

/** Every digit is kept: separators go into the whole part only. */
function groupDigits(digits: string): string {
  const [whole = '', ...rest] = digits.split(/(?=[.e])/);
  return [whole.replace(/\B(?=(\d{3})+$)/g, ','), ...rest].join('');
}
