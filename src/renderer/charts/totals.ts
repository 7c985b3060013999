import type { ResultValue } from '../../model/queryResult.js';
import { toNumber } from '../numbers.js';
import type { Session, SessionColumn } from '../session.js';
import { isSum } from '../viewChoice.js';
import { groupId, groupOf, type Group } from './group.js';

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
export function totals(session: Session, measure: SessionColumn, grouped: readonly SessionColumn[]): Total[] {
  const canAdd = isSum(session, measure.name);
  const found = new Map<string, { row: number; value: number | null; odd: ResultValue[] }>();
  for (let row = 0; row < session.rows.count; row += 1) {
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
