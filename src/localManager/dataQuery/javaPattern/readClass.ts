import { complement, rangeOf, union, type CharacterSet } from '../patterns/patternNode.js';
import type { PatternText } from '../patterns/patternText.js';
import { caseRuleOf, readEscape, type Escaped } from '../patterns/readCharacters.js';

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
