import type { ResultValue } from '../../model/queryResult.js';
import type { SessionColumn } from '../session.js';
import { strings } from '../strings.js';

/** One of the values that make a group. */
export interface GroupPart {
  readonly column: string;
  readonly value: ResultValue;
}

/** Rows that have the same values in the columns that tell rows apart. */
export interface Group {
  /** Tells groups apart, whatever they are called. */
  readonly id: string;
  readonly name: string;
  /** Whether the name is text of the result, and no word of ours such as that for no value. */
  readonly isText: boolean;
  readonly parts: readonly GroupPart[];
}

/** Tells the group of a row from all others: no value, the empty text and the text `null` are three. */
export function groupId(grouped: readonly SessionColumn[], row: number): string {
  const values = grouped.map(column => column.values[row] ?? null);
  const [only] = values;
  const isItsOwnName = values.length === 1 && typeof only === 'string' && /^[^[{]/.test(only);
  return isItsOwnName ? only : JSON.stringify(values);
}

/** The group of a row. */
export function groupOf(grouped: readonly SessionColumn[], row: number): Group {
  const parts = grouped.map(({ name, values }) => ({ column: name, value: values[row] ?? null }));
  return {
    id: groupId(grouped, row),
    name: parts.map(({ value }) => label(value)).join(' · '),
    isText: parts.every(({ value }) => value !== null && value !== ''),
    parts,
  };
}

const label = (value: ResultValue): string =>
  value === null ? strings.noValue : value === '' ? strings.empty : String(value);
