import sets from './characterSets.json';

/** A pattern that Java refuses, or that means something which cannot be expressed here; says where and why. */
export class PatternProblem extends Error {}

/** One character as Java writes it in a pattern: itself, escaped, or by its number. */
export const character = [
  String.raw`\\x(?:\{[0-9a-fA-F]{1,8}\}|[0-9a-fA-F]{2})`,
  String.raw`\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\u[0-9a-fA-F]{4}`,
  String.raw`\\0(?:[0-3][0-7]{0,2}|[4-7][0-7]?)|\\c.|\\[tnfrae]|\\[^A-Za-z0-9]|[^\\]`,
].join('|');

const controls: Readonly<Record<string, number>> = { t: 9, n: 10, f: 12, r: 13, a: 7, e: 27 };

/** The code point of a `character`, which is above all code points where its number is too high. */
export function pointOf(written: string): number {
  const [first = '', letter = '', ...rest] = written;
  const digits = rest.join('');
  if (first !== '\\') return first.codePointAt(0) ?? 0;
  if (letter === 'x') return parseInt(digits.replace('{', ''), 16);
  if (letter === '0') return parseInt(digits, 8);
  if (letter === 'c') return (digits.codePointAt(0) ?? 0) ^ 64;
  if (letter !== 'u') return controls[letter] ?? letter.codePointAt(0) ?? 0;
  const units = digits.split('\\u').map(unit => parseInt(unit, 16));
  return String.fromCharCode(...units).codePointAt(0) ?? 0;
}

/**
 * The characters from one to another as they stand in a class of JavaScript and of RE2; with the flag i also those
 * that differ from them in nothing but case.
 */
export function rangeText(first: number, last: number, flags: string): string {
  const own = first === last ? printed(first) : `${printed(first)}-${printed(last)}`;
  if (!flags.includes('i')) return own;
  const inside = (letter: number) => first <= letter && letter <= last;
  const mates = /[uU]/.test(flags)
    ? casedLetters().filter(
        letter =>
          inside(upperCase(letter)) ||
          inside(foldOf(letter)) ||
          (first === last && foldOf(letter) === foldOf(first)),
      )
    : asciiLetters.filter(letter => inside(letter ^ 32));
  return (
    own +
    mates
      .filter(letter => !inside(letter))
      .map(printed)
      .join('')
  );
}

const asciiLetters = Array.from({ length: 58 }, (_none, index) => 65 + index).filter(
  letter => letter <= 90 || letter >= 97,
);

/** Halves of pairs are in no text that the database holds, so only JavaScript can print them. */
function printed(point: number): string {
  if (point >= 0xd800 && point <= 0xdfff) return `\\u{${point.toString(16)}}`;
  const text = String.fromCodePoint(point);
  return point > 127 || /[A-Za-z0-9]/.test(text) ? text : `\\x${point.toString(16).padStart(2, '0')}`;
}

const highestCased = 0x1_e943;
let cased: number[] | undefined;

/** Every letter that differs from its upper or lower case; worked out once, when first asked for. */
function casedLetters(): readonly number[] {
  cased ??= Array.from({ length: highestCased + 1 }, (_none, letter) => letter).filter(
    letter => upperCase(letter) !== letter || lowerCase(letter) !== letter,
  );
  return cased;
}

/** What Java compares where the case of all letters is ignored. */
const foldOf = (letter: number) => lowerCase(upperCase(letter));
const upperCase = (letter: number) => oneLetter(String.fromCodePoint(letter).toUpperCase(), letter);
const lowerCase = (letter: number) => oneLetter(String.fromCodePoint(letter).toLowerCase(), letter);

/** Java maps one character to one; where the mapping has several, the letter stays as it is. */
function oneLetter(text: string, otherwise: number): number {
  const [only = otherwise, ...others] = Array.from(text, letter => letter.codePointAt(0));
  return others.length === 0 ? only : otherwise;
}

/** What one of the letters d, s, w, h and v after a backslash stands for, in a class. */
export const escapeSet = (letter: string, flags: string): string => chosen(sets.escapes, letter, flags) ?? '';

const categories = /^(?:C[cfosn]?|L[moC]?|M[nec]?|N[dlo]?|Z[slp]?|P[dsecoif]?|S[mcko]?)$/;

/**
 * The characters of `\p{name}` in a class (java.util.regex.Pattern); undefined for a name that is not known here, such
 * as that of a Unicode block.
 */
export function propertySet(name: string, flags: string): string | undefined {
  const [, key, value = name] = /^(\w+)=(.*)$/s.exec(name) ?? [];
  if (key !== undefined) {
    if (/^(?:gc|general_category)$/i.test(key)) return namedSet(value, flags);
    return /^(?:sc|script)$/i.test(key) ? script(value) : undefined;
  }
  if (!name.startsWith('Is')) return namedSet(name, flags);
  const rest = name.slice('Is'.length);
  const binary = `Is${rest.toLowerCase().replaceAll('_', '')}`;
  return chosen(sets.properties, binary, flags) ?? namedSet(rest, flags) ?? script(rest);
}

const namedSet = (name: string, flags: string): string | undefined =>
  chosen(sets.properties, name, flags) ?? (categories.test(name) ? `\\p{${name}}` : undefined);

/** Of a row: the set as it is, with the flag U, with the flag i, with both; what is missing is as without the flag. */
function chosen(
  table: Readonly<Record<string, readonly string[]>>,
  name: string,
  flags: string,
): string | undefined {
  const row = Object.hasOwn(table, name) ? table[name] : undefined;
  const unicode = flags.includes('U') ? 1 : 0;
  const caseless = flags.includes('i') ? 2 : 0;
  return row?.[caseless + unicode] ?? row?.[caseless] ?? row?.[unicode] ?? row?.[0];
}

/** Names of scripts come in any case; JavaScript wants each word to begin with a capital letter. */
function script(name: string): string | undefined {
  if (!/^[A-Za-z_]{2,40}$/.test(name)) return undefined;
  const proper = name.toLowerCase().replace(/(?:^|_)[a-z]/g, letters => letters.toUpperCase());
  try {
    new RegExp(`\\p{sc=${proper}}`, 'v');
    return `\\p{sc=${proper}}`;
  } catch {
    return undefined;
  }
}
