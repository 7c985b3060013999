import type { Session } from '../session.js';
import { timeReader } from '../timeReader.js';

/** Starts of the buckets that have rows, but were answered in part only; milliseconds since 1970 UTC. */
export function partialTimes({ facts, columns }: Session): number[] {
  const left = new Set(facts.partialBuckets);
  const found: number[] = [];
  const times = columns.find(({ kind }) => kind === 'time')?.values ?? [];
  const read = timeReader();
  for (let row = 0; row < times.length && left.size > 0; row += 1) {
    const time = read(String(times[row]));
    if (left.delete(time)) found.push(time);
  }
  return found;
}
