/** A regular expression of Java as a tree; what flags mean is worked into it, so no node depends on them. */
export type PatternNode =
  | { readonly kind: 'character'; readonly set: CharacterSet }
  | { readonly kind: 'sequence'; readonly parts: readonly PatternNode[] }
  | { readonly kind: 'choice'; readonly options: readonly PatternNode[] }
  | Repeat
  | { readonly kind: 'capture'; readonly number: number; readonly node: PatternNode }
  | { readonly kind: 'atomic'; readonly node: PatternNode }
  | {
      readonly kind: 'look';
      readonly behind: boolean;
      readonly negated: boolean;
      readonly node: PatternNode;
    }
  | { readonly kind: 'reference'; readonly number: number }
  | Assertion;

/** A node several times; a possessive one never gives back what it took. */
export interface Repeat {
  readonly kind: 'repeat';
  readonly node: PatternNode;
  readonly least: number;
  /** Infinity where there is no limit. */
  readonly most: number;
  readonly mode: 'greedy' | 'lazy' | 'possessive';
}

/** A place between characters. */
export interface Assertion {
  readonly kind: 'assertion';
  readonly place: Place;
  /** For the places of lines: whether only `\n` ends one. */
  readonly unixLines: boolean;
}

/** `lastLine` is the end of the text, or before a line end that ends the text: `$` and `\Z`. */
export type Place =
  | 'begin'
  | 'end'
  | 'lastLine'
  | 'lineBegin'
  | 'lineEnd'
  | 'wordBound'
  | 'noWordBound'
  | 'unicodeWordBound'
  | 'noUnicodeWordBound';

/** Nothing matches it: a reference to a group that does not exist. */
export const never: PatternNode = { kind: 'choice', options: [] };

/** A set of characters. Only ranges mean the same to every engine; properties are those of Unicode. */
export type CharacterSet =
  | { readonly kind: 'ranges'; readonly ranges: readonly Range[] }
  /** A property escape as JavaScript writes it, such as `\p{L}`. */
  | { readonly kind: 'property'; readonly escape: string }
  | { readonly kind: 'union' | 'intersection'; readonly sets: readonly CharacterSet[] }
  | { readonly kind: 'complement'; readonly set: CharacterSet };

/** First and last code point. */
export type Range = readonly [number, number];

/** Whether letters of different case are the same, and which letters that is about. */
export type CaseRule = 'exact' | 'ignoreAscii' | 'ignoreUnicode';

/** The set of ranges written as text: each pair of characters is a range. */
export function ranges(pairs: string): CharacterSet {
  const points = [...pairs].map(character => character.codePointAt(0) ?? 0);
  const list: Range[] = [];
  for (let at = 0; at < points.length; at += 2) list.push([points[at] ?? 0, points[at + 1] ?? 0]);
  return { kind: 'ranges', ranges: list };
}

export const property = (escape: string): CharacterSet => ({ kind: 'property', escape });

export const union = (...sets: readonly CharacterSet[]): CharacterSet =>
  sets.length === 1 && sets[0] ? sets[0] : { kind: 'union', sets };

export const complement = (set: CharacterSet): CharacterSet => ({ kind: 'complement', set });

/** A range and, when case is ignored, the letters that differ from its letters in nothing else. */
export function rangeOf([first, last]: Range, rule: CaseRule): CharacterSet {
  const own: Range = [first, last];
  if (rule === 'exact') return { kind: 'ranges', ranges: [own] };
  const mates =
    rule === 'ignoreAscii' ? [...asciiMates(own, 65, 32), ...asciiMates(own, 97, -32)] : unicodeMates(own);
  return { kind: 'ranges', ranges: [own, ...mates] };
}

/** The part of a range that lies in the 26 letters from `from`, moved to the other case. */
function asciiMates([first, last]: Range, from: number, move: number): Range[] {
  const [low, high] = [Math.max(first, from), Math.min(last, from + 25)];
  return low <= high ? [[low + move, high + move]] : [];
}

/**
 * One letter stands for all that are folded to the same one; a range for those whose upper case, or what they are
 * folded to, lies in it. That is how Java compares.
 */
function unicodeMates([first, last]: Range): Range[] {
  const inside = (letter: number) => first <= letter && letter <= last;
  const fold = foldOf(first);
  return casedLetters()
    .filter(letter => !inside(letter))
    .filter(letter =>
      first === last ? foldOf(letter) === fold : inside(upperCase(letter)) || inside(foldOf(letter)),
    )
    .map(letter => [letter, letter]);
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

const foldOf = (letter: number) => lowerCase(upperCase(letter));
const upperCase = (letter: number) => oneLetter(String.fromCodePoint(letter).toUpperCase(), letter);
const lowerCase = (letter: number) => oneLetter(String.fromCodePoint(letter).toLowerCase(), letter);

/** Java maps one character to one; where the mapping has several, the letter stays as it is. */
function oneLetter(text: string, otherwise: number): number {
  const point = text.codePointAt(0) ?? otherwise;
  return String.fromCodePoint(point) === text ? point : otherwise;
}
