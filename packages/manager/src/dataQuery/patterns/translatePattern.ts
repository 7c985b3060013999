import { PatternProblem } from './characterSets.js';
import { blanksAndComments, insideClass, outsideOfClass, type Reading, type Rule } from './patternRules.js';
import { PatternWriter, type Translation } from './patternWriter.js';

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
