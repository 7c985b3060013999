import { toNumber } from '../numbers.js';
import type { Session, SessionColumn } from '../session.js';
import { isSum } from '../viewChoice.js';
import { groupParts, label, type GroupPart } from './seriesData.js';

/** One group with its value over all rows. */
export interface Total {
  readonly name: string;
  readonly parts: readonly GroupPart[];
  readonly value: number;
}

/** One value per group, largest first: the sum of its rows, or the largest where sums make no sense. */
export function totals(session: Session, measure: SessionColumn, grouped: readonly SessionColumn[]): Total[] {
  const canAdd = isSum(session, measure.name);
  const found = new Map<string, { row: number; value: number }>();
  for (let row = 0; row < session.rows.count; row += 1) {
    const value = toNumber(measure.values[row]);
    if (!Number.isFinite(value)) continue;
    const name = grouped.map(column => label(column.values[row])).join(' · ');
    const known = found.get(name);
    if (!known) found.set(name, { row, value });
    else known.value = canAdd ? known.value + value : Math.max(known.value, value);
  }
  return [...found]
    .map(([name, { row, value }]) => ({
      name,
      value,
      parts: groupParts(grouped, row),
    }))
    .sort((one, other) => other.value - one.value);
}
