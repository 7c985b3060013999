const largestId = 2 ** 31 - 1;

/** Gives ids to things in a list: the one that is given where it can be kept, and an unused one where not. */
export class IdGiver {
  private readonly ids: number[];

  /** @param given what a document says; the first of several that want the same id keeps it */
  constructor(given: readonly unknown[]) {
    const taken = new Set<number>();
    const kept = given.map(value => {
      const id = Number(value);
      const isFree = Number.isInteger(id) && id > 0 && id <= largestId && !taken.has(id);
      if (isFree) taken.add(id);
      return isFree ? id : undefined;
    });
    let next = 1;
    this.ids = kept.map(id => {
      if (id !== undefined) return id;
      while (taken.has(next)) next += 1;
      taken.add(next);
      return next;
    });
  }

  /** The id of a thing by its place in the list. */
  give(index: number): number {
    const id = this.ids[index];
    if (id === undefined) throw new RangeError(`There is nothing at ${index}.`);
    return id;
  }
}
