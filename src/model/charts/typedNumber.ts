import { shortNumber } from './quantity.js';

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
