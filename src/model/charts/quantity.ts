import type { Unit } from '../results/queryFacts.js';
import type { Rate } from '../results/viewSettings.js';

/** How numbers are shortened. */
export interface Quantity {
  readonly unit: Unit;
  /** Whether 1 kB is 1,000 or 1,024 bytes. */
  readonly prefixes: 'si' | 'binary';
  readonly rate?: Rate | undefined;
  /** The unit of values of monitors, where it is known. */
  readonly sign?: string | undefined;
}

const si = ['', 'k', 'M', 'G', 'T', 'P', 'E'];
const binary = ['', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei'];
const signs: Readonly<Record<Unit, string>> = { bytes: 'B', packets: 'pkts', value: '', number: '' };

const signOf = ({ unit, rate, sign }: Omit<Quantity, 'prefixes'>): string =>
  rate === 'bits' ? 'bit/s' : `${sign ?? signs[unit]}${rate ? '/s' : ''}`;

/** Whether prefixes are steps of 1,024. */
export const isBinary = ({ unit, prefixes, rate }: Quantity): boolean =>
  unit === 'bytes' && prefixes === 'binary' && rate !== 'bits';

/** A number with at most three or four digits and a prefix, such as `1.46 GB`, `1.36 GiB` or `12.3 k`. */
export function shortNumber(value: number, quantity: Quantity): string {
  const [base, names] = isBinary(quantity) ? [1024, binary] : [1000, si];
  let size = Math.abs(value);
  let power = 0;
  // What would be rounded up to a whole step is shown as that step: 1 MB, not 1000 kB.
  while (size >= base * 0.9995 && power < names.length - 1) {
    size /= base;
    power += 1;
  }
  const sign = value < 0 ? '−' : '';
  const unit = signOf(quantity);
  // No prefix is left for it.
  if (size >= 1e6) return `${sign}${Math.abs(value).toExponential(2)} ${unit}`.trimEnd();
  const digits = String(Number(size.toPrecision(size >= 1000 ? 4 : 3)));
  return `${sign}${digits} ${names[power] ?? ''}${unit}`.trimEnd();
}

/** A number as a person types it, such as `1,500`, `10k`, `2.5 G` or `4 Ki`; undefined for anything else. */
export function typedNumber(typed: string): number | undefined {
  const read = /^([-−]?)(\d*\.?\d+(?:e[-+]?\d+)?)\s*(?:([kmgtpe])(i?))?$/i.exec(
    typed.trim().replaceAll(',', ''),
  );
  if (!read) return undefined;
  const [, minus, digits, prefix = '', isBinaryPrefix] = read;
  const power = ' kmgtpe'.indexOf(prefix.toLowerCase() || ' ');
  const value = Number(digits) * (isBinaryPrefix ? 1024 : 1000) ** power;
  return Number.isFinite(value) ? (minus ? -value : value) : undefined;
}

/** A number as it can be typed, short where no digit is lost. */
export function typedText(value: number): string {
  const short = shortNumber(value, { unit: 'number', prefixes: 'si' });
  return typedNumber(short) === value ? short : String(value);
}

/** A number with all its digits and its unit. */
export const exactNumber = (value: number, quantity: Quantity): string =>
  withUnit(value.toLocaleString('en'), quantity);

/** Digits with the sign of what they count. */
export const withUnit = (digits: string, quantity: Omit<Quantity, 'prefixes'>): string =>
  `${digits} ${signOf(quantity)}`.trimEnd();

/** Of steps of an axis, as powers of ten: what numbers of a manager may be. */
const smallestPower = -305;
const largestPower = 308;

/** Round steps of an axis, smallest first. */
export function axisSteps(quantity: Quantity): number[] {
  if (!isBinary(quantity)) {
    return Array.from({ length: largestPower - smallestPower }, (_, index) =>
      [1, 2, 2.5, 5].map(step => step * 10 ** (index + smallestPower)),
    ).flat();
  }
  return Array.from({ length: 1000 }, (_, power) => 2 ** power);
}
