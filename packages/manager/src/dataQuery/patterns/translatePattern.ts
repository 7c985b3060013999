import { character, escapeSet, PatternProblem, pointOf, propertySet, rangeText } from './characterSets.js';
import {
  dotOf,
  type GroupStart,
  PatternWriter,
  type Translation,
  wordBound,
  writeBeginning,
  writeEnd,
} from './patternWriter.js';

/**
 * Translates a regular expression of Java (java.util.regex.Pattern, as Java 17 reads it) piece by piece. Everything is
 * spelled out, because the engines differ in what classes, case, line ends and words are.
 * @throws PatternProblem for what Java refuses too, and for what cannot be expressed here
 */
export function translatePattern(pattern: string): Translation {
  const text = unquoted(pattern);
  const reading = { writer: new PatternWriter(), classes: [], names: new Map<string, number>() };
  let at = 0;
  try {
    while (at < text.length) {
      const [take, [piece, ...parts]] = nextPiece(reading, text, at);
      at += piece.length;
      take(reading, piece, ...parts.map(part => part ?? ''));
    }
    if (reading.classes.length > 0) throw new PatternProblem('a character class is not closed');
    return reading.writer.finished();
  } catch (error) {
    if (!(error instanceof PatternProblem)) throw error;
    throw new PatternProblem(`${error.message} at position ${[...text.slice(0, at)].length + 1}`);
  }
}

/** The same pattern without `\Q` and `\E`: what they quote is escaped one by one, digits as numbers. */
const unquoted = (pattern: string): string =>
  pattern.replace(/(\\[^Q])|\\Q(.*?)(?:\\E|$)/gsu, (_all, other?: string, quoted = '') => {
    const escaped = (letter: string) => (/[0-9]/.test(letter) ? `\\x3${letter}` : `\\${letter}`);
    return other ?? String(quoted).replace(/[^A-Za-z]/gu, escaped);
  });

function nextPiece(
  { writer, classes }: Reading,
  text: string,
  at: number,
): readonly [Rule[1], RegExpExecArray] {
  const skipped = writer.flags.includes('x') ? [blanksAndComments] : [];
  for (const [form, take] of [...skipped, ...(classes.length > 0 ? insideClass : outsideOfClass)]) {
    form.lastIndex = at;
    const found = form.exec(text);
    if (found) return [take, found];
  }
  throw new PatternProblem('the pattern cannot be read');
}

/** What is known while a pattern is translated. */
export interface Reading {
  readonly writer: PatternWriter;
  /** Character classes that are open, with what stands on each side of `&&`. */
  readonly classes: { readonly negation: string; readonly sides: string[] }[];
  readonly names: Map<string, number>;
}

/** The form of a piece, and what becomes of a piece and the groups in it; of groups without a match, empty texts. */
export type Rule = readonly [form: RegExp, take: (reading: Reading, ...parts: string[]) => void];

const refuse =
  (reason: string): Rule[1] =>
  (_reading, piece) => {
    throw new PatternProblem(reason.replace('$', piece));
  };

/** What the flag x passes over. */
export const blanksAndComments: Rule = [/(?:[ \t\n\v\f\r]|#[^\n\r\x85\u2028\u2029]*)+/y, () => undefined];

const negationOf = (letter: string): string => (/[A-Z]/.test(letter) ? '^' : '');

/** Pieces that are written alike inside and outside of a class. */
const sets: readonly Rule[] = [
  [
    /\\([dswhvDSWHV])/y,
    (reading, _piece, letter = '') => {
      addSet(reading, negationOf(letter) + escapeSet(letter.toLowerCase(), reading.writer.flags));
    },
  ],
  [
    /\\(p|P)(?:\{([^}]*)\}|([^{]))/suy,
    (reading, _piece, letter, braced, short) => {
      const name = braced || (short ?? '');
      const set = propertySet(name, reading.writer.flags);
      if (set === undefined) throw new PatternProblem(`the property {${name}} is not known here`);
      addSet(reading, negationOf(letter) + set);
    },
  ],
];

const unknown: readonly Rule[] = [
  [
    /\\N/y,
    refuse('characters by name (\\N{...}) are not known here; write the character itself or \\x{...}'),
  ],
  [/\\b\{g\}|\\[A-Za-z0-9]/y, refuse('$ is not known here, or something is missing behind it')],
  [/\\/y, refuse('the pattern ends in a backslash')],
];

const groups: readonly Rule[] = [
  [
    /\(\?([a-zA-Z]*)(?:-([a-zA-Z]*))?([:)])/y,
    ({ writer }, piece, on = '', off = '', end) => {
      if (/[^idmsuxU]/.test(on + off)) throw new PatternProblem(`${piece} is neither a group nor a flag`);
      const flags = [...writer.flags, ...on].filter(letter => !off.includes(letter)).join('');
      if (end === ':') writer.open('(?:');
      writer.setFlags(flags);
    },
  ],
  [/\(\?(?:>|<?[=!])/y, ({ writer }, piece) => writer.open(piece as GroupStart)],
  [
    /\(\?<([A-Za-z][A-Za-z0-9]*)>/y,
    ({ writer, names }, _piece, name = '') => {
      if (names.has(name)) throw new PatternProblem(`the group name ${name} is used twice`);
      writer.open('(');
      names.set(name, writer.groups);
    },
  ],
  [/\(\?/y, refuse('(? is followed by neither a group nor a flag')],
  [/\(/y, ({ writer }) => writer.open('(')],
  [/\)/y, ({ writer }) => writer.close()],
  [/\|/y, ({ writer }) => writer.alternate()],
  [
    /\\k<([A-Za-z][A-Za-z0-9]*)>/y,
    ({ writer, names }, piece, name = '') => {
      const group = names.get(name);
      if (group === undefined) throw new PatternProblem(`there is no group ${name} before ${piece}`);
      writer.reference(group);
    },
  ],
  [
    /\\([1-9][0-9]*)/y,
    (reading, _piece, digits = '') => {
      // More digits belong to the number as long as so many groups came before.
      const lengths = [...digits.slice(1)].map((_digit, index) => digits.length - index);
      const length = lengths.find(each => Number(digits.slice(0, each)) <= reading.writer.groups) ?? 1;
      reading.writer.reference(Number(digits.slice(0, length)));
      for (const digit of digits.slice(length)) addCharacter(reading, digit);
    },
  ],
];

const greatestCount = 2_147_483_647;

const quantifiers: readonly Rule[] = [
  [
    /([*+?])([+?]?)/y,
    ({ writer }, piece, kind, mode = '') => {
      const least = kind === '+' ? 1 : 0;
      const most = kind === '?' ? 1 : Infinity;
      writer.repeat(piece, { least, most, mode });
    },
  ],
  [
    /\{([0-9]+)(?:(,)([0-9]*))?\}([+?]?)/y,
    ({ writer }, _piece, first, comma, last = '', mode = '') => {
      const least = Number(first);
      const most = comma ? Number(last || Infinity) : least;
      if (least > most || least > greatestCount || (most > greatestCount && last)) {
        throw new PatternProblem('a counted repetition has impossible limits');
      }
      // With both numbers, because only then a possessive one stays what it is.
      writer.repeat(`{${first},${comma ? last : first}}${mode}`, { least, most, mode });
    },
  ],
  [/\{/y, refuse('{ is not followed by a number, or not closed')],
];

const places: readonly Rule[] = [
  [/\^|\\[AG]/y, ({ writer }, piece) => writeBeginning(writer, piece)],
  [/\$|\\[Zz]/y, ({ writer }, piece) => writeEnd(writer, piece)],
  [/\\b(?!\{)/y, ({ writer }) => writer.place(wordBound(writer))],
  [/\\B/y, ({ writer }) => writer.place(`(?!${wordBound(writer)})`)],
];

const characters: readonly Rule[] = [
  [/\\R/y, ({ writer }) => writer.lineBreak(`[${escapeSet('v', '')}]`)],
  [/\./y, ({ writer }) => writer.one(dotOf(writer))],
  ...sets,
  [new RegExp(character, 'suy'), addCharacter],
];

const endOfRange = `(?:(-)(?![\\[\\]])(${character})?)?`;

/** A bracket in the first place is a member. */
const classStart: Rule = [
  new RegExp(String.raw`\[(\^?)(?:(\])${endOfRange})?`, 'suy'),
  (reading, _piece, negation = '', bracket, hyphen, last) => {
    if (reading.classes.length >= deepestClass) {
      throw new PatternProblem(`character classes nest deeper than ${deepestClass} levels`);
    }
    reading.classes.push({ negation, sides: [''] });
    if (bracket) addRange(reading, bracket, { hyphen, last });
  },
];

export const outsideOfClass: readonly Rule[] = [
  ...groups,
  ...quantifiers,
  ...places,
  classStart,
  ...characters,
  ...unknown,
];

const sideRefused = refuse('one side of && in a character class is empty');

export const insideClass: readonly Rule[] = [
  classStart,
  [
    /&&/y,
    (reading, piece) => {
      const sides = reading.classes.at(-1)?.sides ?? [];
      if (sides.at(-1) === '') sideRefused(reading, piece);
      sides.push('');
    },
  ],
  [
    /\]/y,
    (reading, piece) => {
      const { negation = '', sides = [] } = reading.classes.at(-1) ?? {};
      if (sides.at(-1) === '') sideRefused(reading, piece);
      reading.classes.pop();
      const [set = ''] = sides.length > 1 ? [`[${sides.map(side => `[${side}]`).join('&&')}]`] : sides;
      addSet(reading, negation + set);
    },
  ],
  ...sets,
  [
    new RegExp(`(${character})${endOfRange}`, 'suy'),
    (reading, _piece, first = '', hyphen, last) => addRange(reading, first, { hyphen, last }),
  ],
  ...unknown,
];

const deepestClass = 50;
const highestPoint = 0x10_ffff;

function rangeOf({ writer }: Reading, from: string, to: string): string {
  const first = pointOf(from);
  const last = pointOf(to);
  if (first > last) throw new PatternProblem('a range in a character class ends before it starts');
  if (last > highestPoint) throw new PatternProblem(`${to} does not hold the number of a character`);
  return rangeText(first, last, writer.flags);
}

function addCharacter(reading: Reading, written: string): void {
  const text = rangeOf(reading, written, written);
  reading.writer.one(/^(?:.|\\x..)$/su.test(text) ? text : `[${text}]`);
}

/** A set, or its complement after `^`, that stands for itself or is part of the class that is open. */
function addSet(reading: Reading, set: string): void {
  if (reading.classes.length === 0) reading.writer.one(`[${set}]`);
  else addToClass(reading, set.startsWith('^') ? `[${set}]` : set);
}

function addRange(
  reading: Reading,
  first: string,
  { hyphen, last }: Readonly<Record<'hyphen' | 'last', string | undefined>>,
): void {
  if (hyphen && !last) throw new PatternProblem('a range in a character class ends in no character');
  addToClass(reading, rangeOf(reading, first, last || first));
}

function addToClass({ classes }: Reading, text: string): void {
  const sides = classes.at(-1)?.sides ?? [];
  sides.push((sides.pop() ?? '') + text);
}
