import { characterProperty, escapeClasses, own } from './characterProperty.js';
import { complement, type CaseRule, type CharacterSet, rangeOf, union } from './patternNode.js';
import type { Flags, PatternText } from './patternText.js';

/** What an escape stands for: one character, or a set of them. */
export type Escaped = { readonly character: number } | { readonly set: CharacterSet };

const controls: Readonly<Record<string, number>> = { t: 9, n: 10, f: 12, r: 13, a: 7, e: 27 };

/** The case rule that flags ask for. */
export function caseRuleOf({ ignoreCase, unicodeCase, unicodeClasses }: Flags): CaseRule {
  if (!ignoreCase) return 'exact';
  return unicodeCase || unicodeClasses ? 'ignoreUnicode' : 'ignoreAscii';
}

/**
 * Reads what follows a backslash, where it means the same inside and outside of a class.
 * @param letter the character after the backslash, already taken
 * @throws PatternProblem
 */
export function readEscape(text: PatternText, letter: string): Escaped {
  const classes = own(escapeClasses, letter.toLowerCase());
  if (classes) {
    const set = classes[text.flags.unicodeClasses ? 1 : 0];
    return { set: letter === letter.toLowerCase() ? set : complement(set) };
  }
  const control = own(controls, letter);
  if (control !== undefined) return { character: control };
  switch (letter) {
    case '':
      throw text.problem('the pattern ends in a backslash');
    case 'p':
    case 'P':
      return { set: readProperty(text, letter === 'P') };
    case '0':
      return { character: readOctal(text) };
    case 'x':
      return { character: readHexadecimal(text) };
    case 'u':
      return { character: readUnicode(text) };
    case 'c': {
      const character = text.takeRaw();
      if (character === '') throw text.problem('\\c is not followed by a character');
      return { character: (character.codePointAt(0) ?? 0) ^ 64 };
    }
    case 'N':
      throw text.problem(
        'characters by name (\\N{...}) are not known here; write the character itself or \\x{...}',
      );
    default:
      if (/[A-Za-z]/.test(letter)) throw text.problem(`the escape \\${letter} does not exist`);
      return { character: letter.codePointAt(0) ?? 0 };
  }
}

function readProperty(text: PatternText, negated: boolean): CharacterSet {
  let name = text.takeRaw();
  if (name === '{') {
    name = text.takeWhile(/[^}]/);
    if (text.takeRaw() !== '}') throw text.problem('a property in braces is not closed');
  }
  const { flags } = text;
  const rule = { caseRule: caseRuleOf(flags), unicodeClasses: flags.unicodeClasses };
  const set = characterProperty(name, rule);
  if (!set) throw text.problem(`the property {${name}} is not known here`);
  return negated ? complement(set) : set;
}

/** One to three octal digits; three only below 0400. */
function readOctal(text: PatternText): number {
  const digits = /[0-3]/.test(text.ahead(0)) ? text.takeWhile(/[0-7]/, 3) : text.takeWhile(/[0-7]/, 2);
  if (digits === '') throw text.problem('\\0 is not followed by an octal digit');
  return parseInt(digits, 8);
}

function readHexadecimal(text: PatternText): number {
  if (text.ahead(0) !== '{') {
    const digits = text.takeWhile(/[0-9a-fA-F]/, 2);
    if (digits.length !== 2) throw text.problem('\\x is not followed by two hexadecimal digits');
    return parseInt(digits, 16);
  }
  text.takeRaw();
  const point = parseInt(text.takeWhile(/[0-9a-fA-F]/, 8), 16);
  if (!(point <= 0x10_ffff) || text.takeRaw() !== '}') {
    throw text.problem('\\x{...} does not hold the hexadecimal number of a character');
  }
  return point;
}

/** Four hexadecimal digits; two halves of a pair in a row are one character. */
function readUnicode(text: PatternText): number {
  const unit = readUnit(text);
  const paired =
    unit >= 0xd800 && unit <= 0xdbff && text.ahead(0) === '\\' && /^[dD][c-fC-F]/.test(nextUnit(text));
  if (!paired) return unit;
  text.takeRaw();
  text.takeRaw();
  return 0x1_0000 + (unit - 0xd800) * 0x400 + (readUnit(text) - 0xdc00);
}

function readUnit(text: PatternText): number {
  const digits = text.takeWhile(/[0-9a-fA-F]/, 4);
  if (digits.length !== 4) throw text.problem('\\u is not followed by four hexadecimal digits');
  return parseInt(digits, 16);
}

const nextUnit = (text: PatternText): string =>
  text.ahead(1) === 'u' ? [2, 3, 4, 5].map(distance => text.ahead(distance)).join('') : '';

const deepestClass = 50;

/**
 * Reads a character class; its opening bracket is already taken.
 * @throws PatternProblem
 */
export function readClass(text: PatternText, depth = 1): CharacterSet {
  if (depth > deepestClass) throw text.problem(`character classes nest deeper than ${deepestClass} levels`);
  const negated = text.ahead(0) === '^';
  if (negated) text.takeRaw();
  const set = readMembers(text, depth);
  text.take();
  return negated ? complement(set) : set;
}

/** Members up to the closing bracket, which stays; a bracket in the first place is a member. */
function readMembers(text: PatternText, depth: number): CharacterSet {
  const sets: CharacterSet[] = [];
  for (;;) {
    const next = text.peek();
    if (next === '') throw text.problem('a character class is not closed');
    if (next === ']' && sets.length > 0) return union(...sets);
    if (next === '[') {
      text.take();
      sets.push(readClass(text, depth + 1));
    } else if (next === '&' && text.ahead(1) === '&') {
      return intersection(text, sets, depth);
    } else sets.push(readRange(text));
  }
}

/** Everything left of `&&` against everything right of it, which may hold further ones. */
function intersection(text: PatternText, left: readonly CharacterSet[], depth: number): CharacterSet {
  text.takeIf('&&');
  const next = text.peek();
  if (left.length === 0 || next === ']' || next === '&') {
    throw text.problem('one side of && in a character class is empty');
  }
  const right = readMembers(text, depth + 1);
  return { kind: 'intersection', sets: [union(...left), right] };
}

/** One character, a range of them, or what an escape stands for. */
function readRange(text: PatternText): CharacterSet {
  const first = readMember(text);
  if ('set' in first) return first.set;
  const rule = caseRuleOf(text.flags);
  const end = text.peek() === '-' ? text.ahead(1) : ']';
  if (end === ']' || end === '[') return rangeOf([first.character, first.character], rule);
  text.take();
  const last = readMember(text);
  if ('set' in last || last.character < first.character) {
    throw text.problem('a range in a character class ends before it starts');
  }
  return rangeOf([first.character, last.character], rule);
}

function readMember(text: PatternText): Escaped {
  const character = text.take();
  if (character === '') throw text.problem('a character class is not closed');
  return character === '\\' ? readEscape(text, text.takeRaw()) : { character: character.codePointAt(0) ?? 0 };
}
