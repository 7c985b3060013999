import { escapeSet } from './characterSets.js';
import type { PatternWriter } from './patternWriter.js';

/** Not `[^]`, which matches nothing with the flag v in the V8 of Node 20. */
const everything = '[\\x00-\u{10ffff}]';
const lineFeed = '\\x0a';
const lineEnds = '\\x0a\\x0d\u0085\u2028\u2029';

/** The characters that end a line; with the flag d only line feeds do. */
const endsOf = ({ flags }: PatternWriter): string => (flags.includes('d') ? lineFeed : lineEnds);

/** Between a carriage return and a line feed no line ends, unless line feeds alone end lines. */
const outsideOfLineEnd = (writer: PatternWriter): string =>
  endsOf(writer) === lineFeed ? '' : '(?<!\\x0d(?=\\x0a))';

/** The set that a dot stands for. */
export const dotOf = (writer: PatternWriter): string =>
  writer.flags.includes('s') ? everything : `[^${endsOf(writer)}]`;

/** `^`, `\A` or `\G`: where the last match ended, and the first one that is looked for begins at the beginning. */
export function writeBeginning(writer: PatternWriter, piece: string): void {
  if (piece !== '^' || !writer.flags.includes('m')) writer.begin();
  else writer.place(`(?:^|(?<=[${endsOf(writer)}]))${outsideOfLineEnd(writer)}(?=${everything})`);
}

/** `$`, `\Z` or `\z`; the first two also match before a line end that ends the text. */
export function writeEnd(writer: PatternWriter, piece: string): void {
  if (piece === '\\z') return writer.end('$', '\\z');
  const outside = outsideOfLineEnd(writer);
  const ends = endsOf(writer);
  if (piece === '$' && writer.flags.includes('m')) return writer.place(`${outside}(?:$|(?=[${ends}]))`);
  const last = ends === lineFeed ? `${lineFeed}?` : `(?:\\x0d\\x0a|[${lineEnds}])?`;
  writer.end(`${outside}(?=${last}$)`, writer.couldSplitLineEnd() ? undefined : `${last}\\z`);
}

const marked = '[\\p{L}\\p{Nd}]\\p{Mn}*';
/** A mark belongs to the letter before it, however many marks are between. */
const afterBound = `(?:[\\p{L}\\p{Nd}_]|(?<=${marked})\\p{Mn})`;
const unicodeWord = `[${escapeSet('w', 'U')}]`;

/** Where a word begins or ends, as Java 17 sees it. */
export function wordBound({ flags }: PatternWriter): string {
  const [before, after] = flags.includes('U') ? [unicodeWord, unicodeWord] : [`(?:_|${marked})`, afterBound];
  return `(?<=${before})(?!${after})|(?<!${before})(?=${after})`;
}
