import { runsOf } from 'netsensor-contract/text/collections';
import { rackUnits } from 'netsensor-contract/inventory/unitList';

/** Units of a rack from one to another, both included. */
export interface UnitRun {
  readonly from: number;
  readonly to: number;
}

/** A run of units that the same reservations claim: none where they are free, several where these clash. */
export interface UnitSegment extends UnitRun {
  readonly claims: readonly string[];
}

/**
 * The units of a rack in pieces, from the lowest.
 * @param claimed the units that each reservation claims, by its key
 */
export function unitSegments(height: number, claimed: ReadonlyMap<string, readonly number[]>): UnitSegment[] {
  const claims = Array.from({ length: height }, (): string[] => []);
  for (const [key, units] of claimed) for (const unit of new Set(units)) claims[unit - 1]?.push(key);
  const segments: { from: number; to: number; claims: readonly string[] }[] = [];
  for (const [index, keys] of claims.entries()) {
    const last = segments.at(-1);
    const isSame = last?.claims.length === keys.length && keys.every((key, at) => key === last.claims[at]);
    if (last && isSame) last.to = index + 1;
    else segments.push({ from: index + 1, to: index + 1, claims: keys });
  }
  return segments;
}

/** How many units are free, and how many of them in the longest run. */
export function freeUnits(segments: readonly UnitSegment[]): { free: number; longestFree: number } {
  const lengths = segments.filter(({ claims }) => claims.length === 0).map(({ from, to }) => to - from + 1);
  return { free: lengths.reduce((sum, length) => sum + length, 0), longestFree: Math.max(0, ...lengths) };
}

/** The ends of a run after one of them was dragged to a unit: it keeps at least one unit, and stays in the rack. */
export function draggedEnds(
  { from, to }: UnitRun,
  edge: 'top' | 'bottom',
  { unit, height }: { readonly unit: number; readonly height: number },
): UnitRun {
  const inside = Math.min(Math.max(unit, 1), Math.max(height, 1));
  return edge === 'top' ? { from, to: Math.max(from, inside) } : { from: Math.min(to, inside), to };
}

/** The units between where a drag began and where it is, without leaving the free run that it began in. */
export function freeSelection(free: UnitRun, begin: number, now: number): UnitRun {
  const within = Math.min(Math.max(now, free.from), free.to);
  return { from: Math.min(begin, within), to: Math.max(begin, within) };
}

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
