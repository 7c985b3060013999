import {
  complement,
  rangeOf,
  ranges,
  type CharacterSet,
  never,
  type PatternNode,
  type Place,
} from './patternNode.js';
import { PatternText, type Flags } from './patternText.js';
import { readClass, caseRuleOf, readEscape } from './readCharacters.js';
import { readQuantified } from './readQuantifier.js';

const deepestGroup = 100;

const lineEnds = ranges('\n\n\r\r\x85\x85\u2028\u2029');
const verticalBlanks = ranges('\n\r\x85\x85\u2028\u2029');

/** What is known while a pattern is read. */
interface Reading {
  readonly text: PatternText;
  groups: number;
  readonly names: Map<string, number>;
}

/**
 * Reads a regular expression of Java (java.util.regex.Pattern, as Java 17 reads it).
 * @throws PatternProblem for what Java refuses too, and for what cannot be expressed here
 */
export function readPattern(pattern: string): PatternNode {
  const reading: Reading = { text: new PatternText(pattern), groups: 0, names: new Map() };
  const node = readChoice(reading, 0);
  if (reading.text.peek() !== '') throw reading.text.problem('a closing parenthesis has no opening one');
  return node;
}

function readChoice(reading: Reading, depth: number): PatternNode {
  const { text } = reading;
  if (depth > deepestGroup) throw text.problem(`groups nest deeper than ${deepestGroup} levels`);
  const options = [readSequence(reading, depth)];
  while (text.peek() === '|') {
    text.take();
    options.push(readSequence(reading, depth));
  }
  return options.length === 1 && options[0] ? options[0] : { kind: 'choice', options };
}

function readSequence(reading: Reading, depth: number): PatternNode {
  const parts: PatternNode[] = [];
  for (;;) {
    const next = reading.text.peek();
    if (next === '' || next === '|' || next === ')') return { kind: 'sequence', parts };
    const atom = readAtom(reading, depth);
    if (atom) parts.push(readQuantified(reading.text, atom));
  }
}

/** One thing that can be repeated; undefined for flags, which stand for nothing. */
function readAtom(reading: Reading, depth: number): PatternNode | undefined {
  const { text } = reading;
  const character = text.take();
  const { flags } = text;
  switch (character) {
    case '(':
      return readGroup(reading, depth);
    case '[':
      return one(readClass(text));
    case '\\':
      return readEscapedAtom(reading);
    case '.':
      return one(anyCharacter(flags));
    case '^':
      return assertion(flags.multiline ? 'lineBegin' : 'begin', flags);
    case '$':
      return assertion(flags.multiline ? 'lineEnd' : 'lastLine', flags);
    case '*':
    case '+':
    case '?':
      throw text.problem(`there is nothing that ${character} could repeat`);
    case '{':
      throw text.problem('there is nothing that { could repeat');
    default:
      return oneCharacter(character.codePointAt(0) ?? 0, flags);
  }
}

/** Flags hold up to the end of the group that they are written in. */
function readGroup(reading: Reading, depth: number): PatternNode | undefined {
  const { text } = reading;
  const outer = text.flags;
  const close = (wrap: (node: PatternNode) => PatternNode): PatternNode => {
    const node = wrap(readChoice(reading, depth + 1));
    if (text.take() !== ')') throw text.problem('a group is not closed');
    text.flags = outer;
    return node;
  };
  if (text.ahead(0) !== '?') {
    const number = (reading.groups += 1);
    return close(node => ({ kind: 'capture', number, node }));
  }
  text.takeRaw();
  const kind = text.takeRaw();
  const look = (behind: boolean, negated: boolean) =>
    close(node => ({ kind: 'look', behind, negated, node }));
  switch (kind) {
    case ':':
      return close(node => node);
    case '>':
      return close(node => ({ kind: 'atomic', node }));
    case '=':
    case '!':
      return look(false, kind === '!');
    case '<': {
      if (text.ahead(0) === '=' || text.ahead(0) === '!') return look(true, text.takeRaw() === '!');
      const number = nameGroup(reading);
      return close(node => ({ kind: 'capture', number, node }));
    }
    default:
      text.flags = readFlags(text, kind);
      if (text.takeRaw() === ')') return undefined;
      return close(node => node);
  }
}

function nameGroup(reading: Reading): number {
  const { text, names } = reading;
  const name = readName(text);
  if (names.has(name)) throw text.problem(`the group name ${name} is used twice`);
  const number = (reading.groups += 1);
  names.set(name, number);
  return number;
}

function readName(text: PatternText): string {
  const name = text.takeWhile(/[A-Za-z0-9]/);
  if (!/^[A-Za-z]/.test(name)) throw text.problem('the name of a group does not begin with a letter');
  if (text.takeRaw() !== '>') throw text.problem('the name of a group is not closed with >');
  return name;
}

/** Flags up to `)` or `:`, which stays; those after a minus are taken away. */
function readFlags(text: PatternText, first: string): Flags {
  const names: Readonly<Record<string, keyof Flags>> = {
    i: 'ignoreCase',
    d: 'unixLines',
    m: 'multiline',
    s: 'dotAll',
    u: 'unicodeCase',
    x: 'comments',
    U: 'unicodeClasses',
  };
  let flags = text.flags;
  let value = true;
  const letters = first === ')' ? '' : first + text.takeWhile(/[^):]/);
  for (const letter of letters) {
    const name = Object.hasOwn(names, letter) ? names[letter] : undefined;
    if (letter === '-' && value) value = false;
    else if (name) flags = { ...flags, [name]: value };
    else throw text.problem(`(?${letter} is neither a group nor a flag`);
  }
  if (first === ')') text.unread();
  if (text.ahead(0) === '') throw text.problem('a group is not closed');
  return flags;
}

function readEscapedAtom(reading: Reading): PatternNode {
  const { text } = reading;
  const letter = text.takeRaw();
  const { flags } = text;
  const word = flags.unicodeClasses;
  switch (letter) {
    case 'A':
    case 'G':
      // \G is where the last match ended; the first one that is looked for begins at the beginning.
      return assertion('begin', flags);
    case 'z':
      return assertion('end', flags);
    case 'Z':
      return assertion('lastLine', flags);
    case 'b':
      if (text.ahead(0) === '{') throw text.problem('\\b{g} is not known here');
      return assertion(word ? 'unicodeWordBound' : 'wordBound', flags);
    case 'B':
      return assertion(word ? 'noUnicodeWordBound' : 'noWordBound', flags);
    case 'R':
      return lineBreak;
    case 'X':
      throw text.problem('\\X is not known here');
    case 'k': {
      if (text.takeRaw() !== '<') throw text.problem('\\k is not followed by the name of a group in < and >');
      const name = readName(text);
      const number = reading.names.get(name);
      if (number === undefined) throw text.problem(`there is no group ${name} before \\k<${name}>`);
      return reference(reading, number);
    }
    default: {
      if (/[1-9]/.test(letter)) return reference(reading, readGroupNumber(reading, Number(letter)));
      const escaped = readEscape(text, letter);
      return 'set' in escaped ? one(escaped.set) : oneCharacter(escaped.character, flags);
    }
  }
}

/** More digits belong to the number as long as so many groups came before. */
function readGroupNumber({ text, groups }: Reading, first: number): number {
  let number = first;
  while (/[0-9]/.test(text.ahead(0)) && number * 10 + Number(text.ahead(0)) <= groups) {
    number = number * 10 + Number(text.takeRaw());
  }
  return number;
}

function reference({ text, groups }: Reading, number: number): PatternNode {
  if (text.flags.ignoreCase) {
    throw text.problem('a reference to a group cannot ignore case here');
  }
  return number > groups ? never : { kind: 'reference', number };
}

const assertion = (place: Place, { unixLines = false }: Flags): PatternNode => ({
  kind: 'assertion',
  place,
  unixLines,
});

/** Any one character of a set. */
const one = (set: CharacterSet): PatternNode => ({ kind: 'character', set });

const oneCharacter = (character: number, flags: Flags): PatternNode =>
  one(rangeOf([character, character], caseRuleOf(flags)));

function anyCharacter({ dotAll, unixLines }: Flags): CharacterSet {
  if (dotAll) return ranges('\0\u{10ffff}');
  return complement(unixLines ? ranges('\n\n') : lineEnds);
}

/** `\R`: a carriage return and a line feed, or any one character that ends a line. */
const lineBreak: PatternNode = {
  kind: 'choice',
  options: [{ kind: 'sequence', parts: [one(ranges('\r\r')), one(ranges('\n\n'))] }, one(verticalBlanks)],
};
