const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

/** Orders things as people read their names: rack 2 before rack 10, upper and lower case alike. */
export const byName = (
  a: { name?: string | null | undefined },
  b: { name?: string | null | undefined },
): number => collator.compare(a.name ?? '', b.name ?? '');
