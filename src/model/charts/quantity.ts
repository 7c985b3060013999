import type { Unit } from '../results/queryFacts.js';

/** How numbers are shortened. */
export interface Quantity {
  readonly unit: Unit;
  /** Whether 1 kB is 1,000 or 1,024 bytes. */
  readonly prefixes: 'si' | 'binary';
}

const si = ['', 'k', 'M', 'G', 'T', 'P', 'E'];
const binary = ['', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei'];
const signs: Readonly<Record<Unit, string>> = { bytes: 'B', packets: 'pkts', number: '' };

/** A number with at most three or four digits and a prefix, such as `1.46 GB`, `1.36 GiB` or `12.3 k`. */
export function shortNumber(value: number, { unit, prefixes }: Quantity): string {
  const isBinary = unit === 'bytes' && prefixes === 'binary';
  const [base, names] = isBinary ? [1024, binary] : [1000, si];
  let size = Math.abs(value);
  let power = 0;
  // What would be rounded up to a whole step is shown as that step: 1 MB, not 1000 kB.
  while (size >= base * 0.9995 && power < names.length - 1) {
    size /= base;
    power += 1;
  }
  const sign = value < 0 ? '−' : '';
  // No prefix is left for it.
  if (size >= 1e6) return `${sign}${Math.abs(value).toExponential(2)} ${signs[unit]}`.trimEnd();
  const digits = String(Number(size.toPrecision(size >= 1000 ? 4 : 3)));
  return `${sign}${digits} ${names[power] ?? ''}${signs[unit]}`.trimEnd();
}

/** A number with all its digits and its unit. */
export function exactNumber(value: number, { unit }: Quantity): string {
  return withUnit(value.toLocaleString('en'), { unit });
}

/** Digits with the sign of what they count. */
export const withUnit = (digits: string, { unit }: Pick<Quantity, 'unit'>): string =>
  `${digits} ${signs[unit]}`.trimEnd();

/** Of steps of an axis, as powers of ten: what numbers of a manager may be. */
const smallestPower = -305;
const largestPower = 308;

/** Round steps of an axis, smallest first. */
export function axisSteps({ unit, prefixes }: Quantity): number[] {
  if (unit !== 'bytes' || prefixes !== 'binary') {
    return Array.from({ length: largestPower - smallestPower }, (_, index) =>
      [1, 2, 2.5, 5].map(step => step * 10 ** (index + smallestPower)),
    ).flat();
  }
  return Array.from({ length: 1000 }, (_, power) => 2 ** power);
}
