/** Milliseconds of a minute. */
export const minuteInMs = 60_000;

/** A stretch of time in minutes since 1970 UTC, the end not included. */
export interface Minutes {
  readonly from: number;
  readonly to: number;
}

/** Some stretches cut in two at a minute. */
export function splitAt(
  stretches: readonly Minutes[],
  minute: number,
): { readonly before: readonly Minutes[]; readonly after: readonly Minutes[] } {
  return {
    before: stretches.flatMap(({ from, to }) => (from < minute ? [{ from, to: Math.min(to, minute) }] : [])),
    after: stretches.flatMap(({ from, to }) => (to > minute ? [{ from: Math.max(from, minute), to }] : [])),
  };
}

/** Appends a stretch that comes after all others; one that touches the last is joined to it. */
export function addNewest(missing: readonly Minutes[], added: Minutes): readonly Minutes[] {
  if (added.from >= added.to) return missing;
  const last = missing.at(-1);
  if (last?.to !== added.from) return [...missing, added];
  return [...missing.slice(0, -1), { from: last.from, to: added.to }];
}

/** How many minutes some stretches have together. */
export const lengthOf = (missing: readonly Minutes[]): number =>
  missing.reduce((sum, { from, to }) => sum + to - from, 0);
