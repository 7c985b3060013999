import { chance, rowHash } from '../chance.js';

/** A kind of outage: in each window of time, an access point has at most one. */
interface OutageKind {
  /** Minutes of a window; longer than the longest outage. */
  readonly window: number;
  /** Share of windows with an outage. */
  readonly share: number;
  readonly shortest: number;
  readonly longest: number;
  /** Number that no other kind has. */
  readonly number: number;
}

/** Restarts and cut power take minutes to hours; broken devices take a day or more until someone comes. */
const kinds: readonly OutageKind[] = [
  { window: 720, share: 0.03, shortest: 4, longest: 300, number: 1 },
  { window: 7200, share: 0.07, shortest: 360, longest: 4000, number: 2 },
];

/**
 * SQL for the outages of access points that touch a stretch of time: rows of `id`, `start` and `stop` in minutes since
 * 1970 UTC, the end not included. They depend on nothing but the seed in $1 and the id, so every stretch agrees.
 * @param ids a table with a column `id`
 * @param stretch SQL for its first minute and the minute after it
 */
export function outagesSql(ids: string, stretch: { readonly from: string; readonly to: string }): string {
  const parts = kinds.map(
    ({ window, share, shortest, longest, number }) => `SELECT id,
      w * ${window} + floor(${window} * ${chance('outage start')})::BIGINT AS start,
      start + ${shortest} + floor(${longest - shortest} * pow(${chance('outage length')}, 3))::BIGINT AS stop
    FROM (SELECT id, w, ${rowHash(`w + ${number * 10_000_000}`, 'id')} AS h
      FROM ${ids}, range((${stretch.from})::BIGINT // ${window} - 1, (${stretch.to})::BIGINT // ${window} + 1) r(w))
    WHERE ${chance('outage')} < ${share}`,
  );
  return `SELECT id, start, stop FROM (${parts.join(' UNION ALL ')})
    WHERE stop > (${stretch.from})::BIGINT AND start < (${stretch.to})::BIGINT`;
}
