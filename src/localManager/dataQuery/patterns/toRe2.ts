import type { CharacterSet, Range, Assertion, PatternNode, Repeat } from './patternNode.js';

/** The engine counts no further than this. */
const mostRepeats = 1000;

/**
 * The same pattern as the database's own engine (RE2) reads it, where each part of it means the same there; undefined
 * where one does not. Everything is spelled out, so that nothing depends on what that engine takes classes, case or
 * line ends to be.
 */
export function toRe2(pattern: PatternNode): string | undefined {
  const options = pattern.kind === 'choice' ? pattern.options : [pattern];
  if (options.length === 0) return undefined;
  const printed = options.map(printTopOption);
  return printed.every(option => option !== undefined) ? printed.join('|') : undefined;
}

/**
 * The beginning and the end are taken where they stand first and last: the database turns simple patterns into LIKE,
 * and overlooks them elsewhere.
 */
function printTopOption(option: PatternNode): string | undefined {
  const parts = option.kind === 'sequence' ? option.parts : [option];
  const [first] = parts;
  const begins = first?.kind === 'assertion' && first.place === 'begin';
  const last = parts.length > (begins ? 1 : 0) ? parts.at(-1) : undefined;
  const end = last?.kind === 'assertion' ? last : undefined;
  const inside = parts.slice(begins ? 1 : 0, end ? -1 : undefined);
  const middle = print({ kind: 'sequence', parts: inside });
  const tail = end ? printEnd(end, begins, inside) : '';
  if (middle === undefined || tail === undefined) return undefined;
  return `${begins ? '\\A' : ''}${middle}${tail}`;
}

/** `$` is taken where nothing before it could be half of a line end. */
function printEnd(end: Assertion, begins: boolean, before: readonly PatternNode[]): string | undefined {
  if (end.place === 'end') return '\\z';
  if (end.place !== 'lastLine' || !endsOutsideOfLineEnd(before, begins)) return undefined;
  return end.unixLines ? '\\x0A?\\z' : '(?:\\x0D\\x0A|[\\x0A\\x0D\\x{85}\\x{2028}\\x{2029}])?\\z';
}

/** Between a carriage return and a line feed there is no end of a line, so what comes before must not end in one. */
function endsOutsideOfLineEnd(parts: readonly PatternNode[], begins: boolean): boolean {
  for (const part of parts.toReversed()) {
    const repeated = part.kind === 'repeat' ? part : undefined;
    const node = repeated?.node ?? part;
    if (node.kind !== 'character' || mayHold(node.set, 13)) return false;
    if (!repeated || repeated.least > 0) return true;
  }
  return begins;
}

function print(node: PatternNode): string | undefined {
  switch (node.kind) {
    case 'character':
      return printSet(node.set);
    case 'sequence':
      return joined(node.parts, '');
    case 'choice': {
      const options = node.options.length > 0 ? joined(node.options, '|') : undefined;
      return options === undefined || /^\|*$/.test(options) ? undefined : `(?:${options})`;
    }
    case 'capture':
      return grouped(node.node);
    case 'repeat':
      return printRepeat(node);
    case 'assertion':
    case 'atomic':
    case 'look':
    case 'reference':
      return undefined;
  }
}

function joined(nodes: readonly PatternNode[], separator: string): string | undefined {
  const printed = nodes.map(print);
  return printed.every(part => part !== undefined) ? printed.join(separator) : undefined;
}

/** An empty group would end what the database takes to be a LIKE pattern, so nothing is printed of it. */
function grouped(node: PatternNode): string | undefined {
  const inside = print(node);
  return inside === undefined || inside === '' ? inside : `(?:${inside})`;
}

function printRepeat({ node, least, most, mode }: Repeat): string | undefined {
  const inside = node.kind === 'character' ? print(node) : grouped(node);
  const tooMany = least > mostRepeats || (most !== Infinity && most > mostRepeats);
  if (inside === undefined || mode === 'possessive' || tooMany) return undefined;
  if (inside === '' || most === 0) return '';
  return `${inside}{${least},${most === Infinity ? '' : most}}${mode === 'lazy' ? '?' : ''}`;
}

function printSet(set: CharacterSet): string | undefined {
  const negated = set.kind === 'complement';
  const list = rangesOf(negated ? set.set : set);
  if (!list) return undefined;
  const [only] = list;
  if (!negated && list.length === 1 && only && only[0] === only[1]) return printPoint(only[0]);
  const text = list.map(([first, last]) =>
    first === last ? printPoint(first) : `${printPoint(first)}-${printPoint(last)}`,
  );
  return `[${negated ? '^' : ''}${text.join('')}]`;
}

const printPoint = (point: number): string =>
  /[A-Za-z0-9]/.test(String.fromCodePoint(point))
    ? String.fromCodePoint(point)
    : `\\x{${point.toString(16)}}`;

/** The ranges of a set that consists of nothing else. Halves of pairs are in no text that the database holds. */
function rangesOf(set: CharacterSet): readonly Range[] | undefined {
  if (set.kind === 'ranges') return set.ranges.some(isSurrogate) ? undefined : set.ranges;
  if (set.kind !== 'union') return undefined;
  const lists = set.sets.map(rangesOf);
  return lists.every(list => list !== undefined) ? lists.flat() : undefined;
}

const isSurrogate = ([first, last]: Range): boolean =>
  (first >= 0xd800 && first <= 0xdfff) || (last >= 0xd800 && last <= 0xdfff);

/** Whether a set could hold a character; yes where that is not easily told. */
function mayHold(set: CharacterSet, point: number): boolean {
  const inside = (list: readonly Range[]) => list.some(([first, last]) => first <= point && point <= last);
  if (set.kind === 'complement') {
    const list = rangesOf(set.set);
    return !list || !inside(list);
  }
  const list = rangesOf(set);
  return !list || inside(list);
}
