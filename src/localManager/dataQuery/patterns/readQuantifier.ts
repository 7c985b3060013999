import type { PatternNode, Repeat } from './patternNode.js';
import type { PatternText } from './patternText.js';

const most = 2_147_483_647;
const limits: Readonly<Record<string, readonly [number, number]>> = {
  '?': [0, 1],
  '*': [0, Infinity],
  '+': [1, Infinity],
};

/**
 * An atom with the quantifier that follows it, if one does.
 * @throws PatternProblem
 */
export function readQuantified(text: PatternText, atom: PatternNode): PatternNode {
  const next = text.peek();
  const simple = Object.hasOwn(limits, next) ? limits[next] : undefined;
  if (!simple && next !== '{') return atom;
  text.take();
  const [least, greatest] = simple ?? readCounts(text);
  const mode = modeOf(text);
  if (text.peek() === '{') throw text.problem('a counted repetition of a repetition needs a group');
  return { kind: 'repeat', node: atom, least, most: greatest, mode };
}

function modeOf(text: PatternText): Repeat['mode'] {
  if (text.takeIf('?')) return 'lazy';
  return text.takeIf('+') ? 'possessive' : 'greedy';
}

/** `{n}`, `{n,}` or `{n,m}` after its brace. */
function readCounts(text: PatternText): readonly [number, number] {
  const least = text.takeWhile(/[0-9]/);
  if (least === '') throw text.problem('{ is not followed by a number');
  const comma = text.takeIf(',');
  const greatest = comma ? text.takeWhile(/[0-9]/) : least;
  if (!text.takeIf('}')) throw text.problem('a counted repetition is not closed');
  const counts = [Number(least), greatest === '' ? Infinity : Number(greatest)] as const;
  if (counts[0] > counts[1] || [...counts].some(count => count !== Infinity && count > most)) {
    throw text.problem('a counted repetition has impossible limits');
  }
  return counts;
}
