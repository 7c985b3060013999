import type { CharacterSet, Assertion, PatternNode, Repeat } from './patternNode.js';
import { PatternProblem } from './patternText.js';

/** Not `[^]`, which matches nothing with the flag v in the V8 of Node 20. */
const anyCharacter = '[\\u{0}-\\u{10ffff}]';

/** Where a node stands; some things mean something else there. */
interface Scope {
  readonly groups: { next: number };
  readonly behind: boolean;
  /** Whether only the first way to match counts, so that the order in which ways are tried can be seen. */
  readonly atomic: boolean;
  /** Groups that surely have matched when this place is reached; each sequence takes back what it added. */
  readonly matched: Set<number>;
}

/**
 * The same pattern for JavaScript's engine, with the flag v. It begins at the beginning, because the engine would also
 * look for a match between the two halves of a character. Everything is spelled out: the engines differ in what
 * classes, case, line ends and words are, but not in how sequences, choices and repetitions are searched.
 * @throws PatternProblem for what only Java's engine does
 */
export function toJavaScript(pattern: PatternNode): string {
  const scope = { groups: { next: 0 }, behind: false, atomic: false, matched: new Set<number>() };
  return `^${anyCharacter}*?(?:${print(pattern, scope)})`;
}

function print(node: PatternNode, scope: Scope): string {
  switch (node.kind) {
    case 'character':
      return `[${printSet(node.set)}]`;
    case 'sequence':
      return printSequence(node.parts, scope);
    case 'choice':
      return node.options.length === 0
        ? '(?!)'
        : `(?:${node.options.map(option => print(option, scope)).join('|')})`;
    case 'capture':
      return `(?<g${node.number}>${print(node.node, scope)})`;
    case 'repeat':
      return printRepeat(node, scope);
    case 'atomic':
      return atomic(print(node.node, { ...scope, atomic: true }), scope);
    case 'look':
      return `(?${node.behind ? '<' : ''}${node.negated ? '!' : '='}${print(node.node, {
        ...scope,
        behind: scope.behind || node.behind,
      })})`;
    case 'reference':
      return printReference(node.number, scope);
    case 'assertion':
      return printAssertion(node);
  }
}

function printSequence(parts: readonly PatternNode[], scope: Scope): string {
  const added: number[] = [];
  const texts = parts.map(part => {
    const text = print(part, scope);
    for (const group of surelyMatched(part)) {
      scope.matched.add(group);
      added.push(group);
    }
    return text;
  });
  for (const group of added) scope.matched.delete(group);
  return texts.join('');
}

/** The groups that have matched whenever the node has. */
function surelyMatched(node: PatternNode): number[] {
  switch (node.kind) {
    case 'capture':
      return [node.number, ...surelyMatched(node.node)];
    case 'sequence':
      return node.parts.flatMap(surelyMatched);
    case 'atomic':
      return surelyMatched(node.node);
    case 'repeat':
      // A last time that matches nothing sets the group in Java only.
      return node.least > 0 && !canBeEmpty(node.node) ? surelyMatched(node.node) : [];
    case 'look':
      return node.negated ? [] : surelyMatched(node.node);
    case 'choice':
    case 'character':
    case 'reference':
    case 'assertion':
      return [];
  }
}

/**
 * A group that did not match makes a reference to it fail in Java, and match nothing in JavaScript.
 * @throws PatternProblem where it cannot be known beforehand that the group has matched
 */
function printReference(number: number, scope: Scope): string {
  if (scope.behind) throw new PatternProblem('a reference to a group inside a look-behind is not known here');
  if (!scope.matched.has(number)) {
    throw new PatternProblem(`a reference to group ${number}, which may not have matched, is not known here`);
  }
  return `\\k<g${number}>`;
}

function printRepeat(repeat: Repeat, scope: Scope): string {
  const { node, least, most, mode } = repeat;
  if (scope.behind && most === Infinity && !(node.kind === 'character' && mode === 'greedy')) {
    throw new PatternProblem('a look-behind has no obvious greatest length');
  }
  const possessive = mode === 'possessive';
  const inner = { ...scope, atomic: scope.atomic || possessive };
  if (inner.atomic && least !== most && canBeEmpty(node)) {
    throw new PatternProblem('nothing possessive or atomic can repeat what may be empty here');
  }
  const inside = node.kind === 'character' ? print(node, inner) : `(?:${print(node, inner)})`;
  const text = `${inside}{${least},${most === Infinity ? '' : most}}`;
  if (possessive) return atomic(text, scope);
  return mode === 'lazy' ? `${text}?` : text;
}

/** What a look-ahead has found is never searched again; a reference then takes what it found. */
function atomic(text: string, { groups, behind }: Scope): string {
  if (behind) throw new PatternProblem('nothing inside a look-behind can be possessive here');
  const name = `a${(groups.next += 1)}`;
  return `(?:(?=(?<${name}>${text}))\\k<${name}>)`;
}

/** Whether a node can match without taking a character; the engines leave such repetitions at different moments. */
function canBeEmpty(node: PatternNode): boolean {
  switch (node.kind) {
    case 'character':
      return false;
    case 'sequence':
      return node.parts.every(canBeEmpty);
    case 'choice':
      return node.options.some(canBeEmpty);
    case 'repeat':
      return node.least === 0 || canBeEmpty(node.node);
    case 'capture':
    case 'atomic':
      return canBeEmpty(node.node);
    case 'look':
    case 'assertion':
    case 'reference':
      return true;
  }
}

const word = '[\\p{L}\\p{Nd}_]';
const marked = '[\\p{L}\\p{Nd}]\\p{Mn}*';
/** A mark belongs to the letter before it, however many marks are between. */
const beforeWord = `(?:${word}|(?<=${marked})\\p{Mn})`;
const afterWord = `(?:_|${marked})`;
const unicodeWord = '[\\p{Alphabetic}\\p{M}\\p{Nd}\\p{Pc}\\p{Join_Control}]';
const lineEnd = '[\\n\\r\\u0085\\u2028\\u2029]';

function printAssertion({ place, unixLines }: Assertion): string {
  switch (place) {
    case 'begin':
      return '^';
    case 'end':
      return '$';
    case 'lastLine':
      return unixLines ? '(?=\\n?$)' : `(?<!\\r(?=\\n))(?=(?:\\r\\n|${lineEnd})?$)`;
    case 'lineBegin':
      return unixLines
        ? `(?:^|(?<=\\n))(?=${anyCharacter})`
        : `(?:^|(?<=${lineEnd}))(?<!\\r(?=\\n))(?=${anyCharacter})`;
    case 'lineEnd':
      return unixLines ? '(?:$|(?=\\n))' : `(?<!\\r(?=\\n))(?:$|(?=${lineEnd}))`;
    case 'wordBound':
      return boundary(afterWord, beforeWord);
    case 'noWordBound':
      return `(?!${boundary(afterWord, beforeWord)})`;
    case 'unicodeWordBound':
      return boundary(unicodeWord, unicodeWord);
    case 'noUnicodeWordBound':
      return `(?!${boundary(unicodeWord, unicodeWord)})`;
  }
}

const boundary = (before: string, after: string): string =>
  `(?:(?<=${before})(?!${after})|(?<!${before})(?=${after}))`;

/** The inside of a class. */
function printSet(set: CharacterSet): string {
  switch (set.kind) {
    case 'ranges':
      return set.ranges.map(([first, last]) => `${point(first)}-${point(last)}`).join('');
    case 'property':
      return set.escape;
    case 'union':
      return set.sets.map(each => `[${printSet(each)}]`).join('');
    case 'intersection':
      return set.sets.map(each => `[${printSet(each)}]`).join('&&');
    case 'complement':
      return `^[${printSet(set.set)}]`;
  }
}

const point = (code: number): string => `\\u{${code.toString(16)}}`;
