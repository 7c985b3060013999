const largestId = 2 ** 31 - 1;

/**
 * Ids of things in a list: the one that is given where it can be kept, and an unused one where not.
 * @param given what a document says; the first of several that want the same id keeps it
 */
export function givenIds(given: readonly unknown[]): number[] {
  const taken = new Set<number>();
  const kept = given.map(value => {
    const id = Number(value);
    const isFree = Number.isInteger(id) && id > 0 && id <= largestId && !taken.has(id);
    if (isFree) taken.add(id);
    return isFree ? id : undefined;
  });
  let next = 1;
  return kept.map(id => {
    if (id !== undefined) return id;
    while (taken.has(next)) next += 1;
    taken.add(next);
    return next;
  });
}

/** The moment that a document gives as text; null for what is no time. */
export function givenTime(value: unknown): Date | null {
  const time = typeof value === 'string' ? new Date(value) : undefined;
  return time && !Number.isNaN(time.getTime()) ? time : null;
}
