/** Tells letters apart as Unicode does, whatever their case and accents; of one language, so that all see the same. */
const compareLetters = comparingLetters();
const alphabet = [...'abcdefghijklmnopqrstuvwxyz'];
const known = new Map<string, string>();

/**
 * Text as it is searched and sorted by: without case, accents, marks that nobody sees, and how letters are composed.
 * `STRASSE` and `Straße`, `Łódź` and `lodz`, letters of full width and plain ones are the same.
 */
export function folded(text: string): string {
  if (/^[\x00-\x7f]*$/.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKC')
    .replace(/[^\x00-\x7f]/gu, plainLetter)
    .toLowerCase();
}

/** What tells whether a text holds each word of a search, in any order, whatever its case and accents. */
export function wordSearch(typed: string): (text: string) => boolean {
  const words = folded(typed).split(/\s+/).filter(Boolean);
  return text => {
    const plain = folded(text);
    return words.every(word => plain.includes(word));
  };
}

/**
 * What two spellings of one name have in common, where a twin is looked for: its letters and digits alone, so that
 * `LOST RACK` is `Lost-rack`; the whole name where it has none.
 */
export function twinKey(name: string): string {
  const plain = folded(name);
  return plain.replace(/[^\p{L}\p{M}\p{N}]/gu, '') || plain.trim();
}

/** Text that was typed or pasted, with every kind of dash as `-`, without marks that nobody sees, in lower case. */
export const plainlyTyped = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/[\p{Dash}\u02d7\u2043\u2500]/gu, '-')
    .trim()
    .toLowerCase();

/** What takes half as long to make as the whole extension to start is made for the first letter beyond ASCII. */
function comparingLetters(): (one: string, other: string) => number {
  let letters: Intl.Collator | undefined;
  return (one, other) => (letters ??= new Intl.Collator('en', { sensitivity: 'base' })).compare(one, other);
}

function plainLetter(letter: string): string {
  const before = known.get(letter);
  if (before !== undefined) return before;
  // Upper case has one form of ß, ς and ı; each letter is put in lower case by itself, since Σ depends on its neighbours.
  const cased = [...letter.toLowerCase().toUpperCase()].map(one => one.toLowerCase());
  const plain = cased.map(one => asciiLetters(withoutMarks(one))).join('');
  known.set(letter, plain);
  return plain;
}

/** The letter that its marks are put on, when these are accents: й is no и, and no vowel of an Indian script is lost. */
function withoutMarks(letter: string): string {
  const bare = [...letter.normalize('NFKD')].filter(part => compareLetters(part, '') !== 0).join('');
  return compareLetters(letter, bare) === 0 ? bare : letter;
}

/** The letters of the alphabet that a Latin one stands for: `o` of `ø`, `ae` of `æ`; itself when there are none. */
function asciiLetters(letter: string): string {
  if (!/^[^\x00-\x7f]$/u.test(letter) || !/\p{Script=Latin}/u.test(letter)) return letter;
  const upTo = (start: string) => alphabet.findLast(next => compareLetters(letter, start + next) >= 0) ?? '';
  const first = upTo('');
  return [first, first + upTo(first)].find(plain => compareLetters(letter, plain) === 0) ?? letter;
}
