/** Whether a value is an object or a list that holds nothing. */
export const isEmptyObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0;

/** A record with each value turned into another. */
export const mapValues = <From, To>(
  record: Readonly<Record<string, From>>,
  map: (value: From) => To,
): Record<string, To> => Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));

/** The fields of a record that pass, by their names and values. */
export const fieldsWhere = <T>(
  record: Readonly<Record<string, T>>,
  passes: (name: string, value: T) => boolean,
): Record<string, T> =>
  Object.fromEntries(Object.entries(record).filter(([name, value]) => passes(name, value)));

/** Items by a key, in their order; those without a key are left out. */
export function groupBy<T, Key>(items: readonly T[], keyOf: (item: T) => Key | undefined): Map<Key, T[]> {
  const groups = new Map<Key, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    if (key !== undefined) addTo(groups, key, item);
  }
  return groups;
}

/** The same function, called once for each argument: what it gave is kept for as long as this is used. */
export function remembered<Key, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const made = new Map<Key, Value>();
  return key => {
    if (!made.has(key)) made.set(key, make(key));
    return made.get(key) as Value;
  };
}

/** The first item that was there before; undefined when none was. */
export function firstTwice<T>(items: readonly T[]): T | undefined {
  const known = new Set<T>();
  return items.find(item => known.size === known.add(item).size);
}

/** The first of the items of each key, in their order. */
export function firstOfEach<T>(items: readonly T[], keyOf: (item: T) => unknown): T[] {
  const known = new Set<unknown>();
  return items.filter(item => known.size !== known.add(keyOf(item)).size);
}

/** Adds an item to the group of a key, which begins with its first one. */
export function addTo<T, Key>(groups: Map<Key, T[]>, key: Key, item: T): void {
  const group = groups.get(key);
  if (group) group.push(item);
  else groups.set(key, [item]);
}

/** Keeps the entries that were set last, so many at most. */
export class BoundedCache<Key, Value> {
  private readonly kept = new Map<Key, Value>();

  /** @param most entries */
  constructor(private readonly most: number) {}

  get(key: Key): Value | undefined {
    return this.kept.get(key);
  }

  /** @returns the value that had to go for it; undefined where there was room */
  set(key: Key, value: Value): Value | undefined {
    this.kept.delete(key);
    this.kept.set(key, value);
    const [oldest] = this.kept;
    if (!oldest || this.kept.size <= this.most) return undefined;
    this.kept.delete(oldest[0]);
    return oldest[1];
  }

  /** @returns the value that was kept */
  take(key: Key): Value | undefined {
    const value = this.kept.get(key);
    this.kept.delete(key);
    return value;
  }
}

/** Whole numbers that follow each other, from the first to the last. */
export interface NumberRun {
  readonly from: number;
  readonly to: number;
}

/** The runs that numbers make, from the lowest; each number counts once. */
export function runsOf(numbers: readonly number[]): NumberRun[] {
  const runs: { from: number; to: number }[] = [];
  for (const number of [...new Set(numbers)].sort((a, b) => a - b)) {
    const last = runs.at(-1);
    if (last && number === last.to + 1) last.to = number;
    else runs.push({ from: number, to: number });
  }
  return runs;
}

/** `3`, or `3–5`. */
export const runText = ({ from, to }: NumberRun): string => (from === to ? `${from}` : `${from}–${to}`);

/** The last place of an ascending list whose value is at most `value`; 0 when there is none. */
export function lastUpTo(list: ArrayLike<number>, value: number): number {
  let low = 0;
  let high = list.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((list[middle] ?? Infinity) <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}
