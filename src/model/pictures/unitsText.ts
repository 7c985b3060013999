import { rackUnits } from '../inventory/referenceProblems.js';
import { runsOf } from '../text/looseValues.js';
import type { UnitRun } from './rackUnits.js';

/** The units from one to another as the text of a reservation. */
export const unitsText = ({ from, to }: UnitRun): string =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index).join(',');

/**
 * The text of a reservation after one of its runs got other ends; its separators stay as they are.
 * @returns undefined when the text has no such run any more
 */
export function withOtherEnds(text: unknown, old: UnitRun, now: UnitRun): string | undefined {
  const units = rackUnits(text);
  const hasRun = units && runsOf(units).some(({ from, to }) => from === old.from && to === old.to);
  if (!units || !hasRun) return undefined;
  const others = units.filter(unit => unit < old.from || unit > old.to);
  const all = new Set([...others, ...unitsText(now).split(',').map(Number)]);
  const separator = /,\s/.test(String(text)) ? ', ' : ',';
  return [...all].sort((a, b) => a - b).join(separator);
}
