import type { Session } from '../session.js';
import { timeReader } from '../timeReader.js';

/** Starts of the buckets that have rows, but were answered in part only; milliseconds since 1970 UTC. */
export function partialTimes({ facts, columns }: Session): number[] {
  const partial = facts.partialBuckets ?? [];
  const times = columns.find(({ kind }) => kind === 'time')?.values ?? [];
  if (partial.length === 0) return [];
  const read = timeReader();
  const found = new Set(times.map(time => read(String(time))));
  return partial.filter(time => found.has(time));
}
