import { isRecord } from 'netsensor-contract/text/looseValues';

/** Where two answers part, and what each has there. */
export interface Difference {
  /** `2.result.bytes`. */
  readonly path: string;
  readonly expected: unknown;
  readonly found: unknown;
}

/** What two answers may differ in. */
export interface Tolerance {
  /** Names of outputs that only estimate, and may be off as registers collide (field notes §2.2). */
  readonly estimated: ReadonlySet<string>;
  /** How times are compared: as they are printed, or as moments of which the found one may be printed in UTC. */
  readonly times: 'printed' | 'orInUtc';
}

/** Sums of fractions depend on their order in the last digits. */
const ofFractions = 1e-9;

/** How far apart two estimates may be: so much, and a share of the number. */
interface Room {
  readonly least: number;
  readonly share: number;
}

/**
 * Of two engines: 2048 registers know a number of distinct values to about a fortieth, which is met four times over by chance,
 * and a few small ones share a register.
 */
const ofEngines: Room = { least: 3, share: 0.1 };

/** Whether two estimates of one number of distinct values agree. */
export const sameEstimate = (found: number, expected: number, { least, share }: Room = ofEngines): boolean =>
  Math.abs(found - expected) <= least + share * Math.abs(expected);

/**
 * The first place where the JSON of two answers to a query differs, whatever the order of keys; undefined where they agree.
 * Numbers agree to nine digits, estimates as {@link sameEstimate}.
 */
export function firstDifference(
  expected: unknown,
  found: unknown,
  { estimated, times }: Tolerance,
): Difference | undefined {
  const compare = (one: unknown, other: unknown, path: readonly string[]): Difference | undefined => {
    if (Array.isArray(one) && Array.isArray(other)) {
      if (one.length !== other.length) return differs([...path, 'length'], one.length, other.length);
      return firstOf(one.map((each, index) => () => compare(each, other[index], [...path, String(index)])));
    }
    if (isRecord(one) && isRecord(other)) {
      const names = [...new Set([...Object.keys(one), ...Object.keys(other)])];
      return firstOf(names.map(name => () => compare(one[name], other[name], [...path, name])));
    }
    if (path.at(-1) === 'timestamp' && times === 'orInUtc' && isInUtc(one, other)) return undefined;
    const isEstimate = estimated.has(path.at(-1) ?? '');
    return one === other || sameNumber(one, other, isEstimate ? sameEstimate : sameFraction)
      ? undefined
      : differs(path, one, other);
  };
  return compare(expected, found, []);
}

const differs = (path: readonly string[], expected: unknown, found: unknown): Difference => ({
  path: path.join('.'),
  expected,
  found,
});

function firstOf(places: readonly (() => Difference | undefined)[]): Difference | undefined {
  for (const place of places) {
    const difference = place();
    if (difference) return difference;
  }
  return undefined;
}

const sameNumber = (one: unknown, other: unknown, agree: typeof sameEstimate): boolean =>
  typeof one === 'number' && typeof other === 'number' && agree(other, one);

const sameFraction = (found: number, expected: number): boolean =>
  Math.abs(found - expected) <= ofFractions * Math.max(Math.abs(found), Math.abs(expected));

const isInUtc = (moment: unknown, printed: unknown): boolean =>
  /Z$/.test(String(printed)) && Date.parse(String(moment)) === Date.parse(String(printed));
