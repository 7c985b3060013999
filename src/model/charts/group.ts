import type { ResultValue } from '../query/queryResult.js';
import type { ChartColumn, ChartResult } from './chartResult.js';
import { chartWords } from './chartWords.js';
import { toNumber } from './numbers.js';
import { isSum } from './viewChoice.js';

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
export function groupId(grouped: readonly ChartColumn[], row: number): string {
  const values = grouped.map(column => column.values[row] ?? null);
  const [only] = values;
  const isItsOwnName = values.length === 1 && typeof only === 'string' && /^[^[{]/.test(only);
  return isItsOwnName ? only : JSON.stringify(values);
}

/** The group of a row. */
export function groupOf(grouped: readonly ChartColumn[], row: number): Group {
  const parts = grouped.map(({ name, values }) => ({ column: name, value: values[row] ?? null }));
  return {
    id: groupId(grouped, row),
    name: parts.map(({ value }) => label(value)).join(' · '),
    isText: parts.every(({ value }) => value !== null && value !== ''),
    parts,
  };
}

const label = (value: ResultValue): string =>
  value === null ? chartWords.noValue : value === '' ? chartWords.empty : String(value);

/** One group with its value over all rows. */
export interface Total extends Group {
  /** Null when none of its rows has a finite number. */
  readonly value: number | null;
  /** What its rows without a finite number have instead. */
  readonly odd: readonly ResultValue[];
}

/**
 * One value per group, largest first and those without one last: the sum of its rows, or the largest where sums make no
 * sense.
 */
export function totals(result: ChartResult, measure: ChartColumn, grouped: readonly ChartColumn[]): Total[] {
  const canAdd = isSum(result, measure.name);
  const found = new Map<string, { row: number; value: number | null; odd: ResultValue[] }>();
  for (let row = 0; row < result.rows.count; row += 1) {
    const id = groupId(grouped, row);
    let known = found.get(id);
    if (!known) found.set(id, (known = { row, value: null, odd: [] }));
    const value = toNumber(measure.values[row]);
    if (!Number.isFinite(value)) known.odd.push(measure.values[row] ?? null);
    else if (known.value === null) known.value = value;
    else known.value = canAdd ? known.value + value : Math.max(known.value, value);
  }
  return [...found.values()]
    .map(({ row, value, odd }) => ({ ...groupOf(grouped, row), value, odd }))
    .sort((one, other) => size(other) - size(one) || 0);
}

const size = ({ value }: Total): number => value ?? Number.NEGATIVE_INFINITY;

/** So many lines a page can still draw; a table is better for more. */
const mostOfAll = 500;

/** How many of the largest a drawing shows: its usual number, or as many as can be drawn when all are asked for. */
export const mostOf = ({ settings }: Pick<ChartResult, 'settings'>, usual: number): number =>
  settings.hasAll ? mostOfAll : usual;
