import { holdsWord, type SearchQuery } from './searchQuery.js';

/** What a search found, the best first: a whole field, the start of a name, anything in a name, anything else. */
export interface Ranked {
  /** Of each rank the first ones. */
  readonly ranks: readonly (readonly number[])[];
  /** How many there are in all. */
  readonly total: number;
}

/** What is found in the best order, of which at most so many are listed. */
export const bestOf = ({ ranks }: Ranked, limit: number): number[] => ranks.flat().slice(0, limit);

interface Block {
  readonly text: string;
  /** Where each entry begins, and where the last one ends. */
  readonly starts: readonly number[];
}

const rankCount = 4;
/** Letters of a word that occurs so often that only its first place in an entry is looked at. */
const shortWord = 2;

/**
 * Texts of many things, each with its fields between line ends, the name first. Many stand in one string: words are looked
 * for in all of them at once, which is faster than in one after the other.
 */
export class SearchTexts {
  private readonly blocks: Block[] = [];
  private count = 0;

  get size(): number {
    return this.count;
  }

  /** Adds things, of each its folded fields; a line end within one parts it. */
  add(things: readonly (readonly string[])[]): void {
    const starts = [0];
    let end = 0;
    const texts = things.map(fields => {
      const text = `\n${[...new Set(fields)].join('\n')}\n`;
      starts.push((end += text.length));
      return text;
    });
    this.blocks.push({ text: texts.join(''), starts });
    this.count += things.length;
  }

  /**
   * The numbers of the things that hold every word and pass a test; all that pass it where there is no word.
   * @param limit how many of each rank are listed
   */
  find(words: SearchQuery['words'], limit: number, passes: (number: number) => boolean): Ranked {
    const ranks: number[][] = Array.from({ length: rankCount }, () => []);
    let total = 0;
    const take = (number: number, rank: number) => {
      if (!passes(number)) return;
      total += 1;
      const row = ranks[rank]!;
      if (row.length < limit) row.push(number);
    };
    let first = 0;
    for (const block of this.blocks) {
      rankBlock(block, words).forEach((score, at) => score > 0 && take(first + at, rankCount - score));
      first += block.starts.length - 1;
    }
    return { ranks, total };
  }
}

/** How well each entry of a block matches: 0 for not at all, up to `rankCount`. */
function rankBlock(block: Block, words: SearchQuery['words']): Uint8Array {
  const scores = new Uint8Array(block.starts.length - 1);
  const [first, ...others] = words;
  if (!first) return scores.fill(1);
  if (others.length === 0) {
    for (const form of first) scoreWord(block, form, scores);
    return scores;
  }
  const longest = words.toSorted((one, other) => lengthOf(other) - lengthOf(one))[0]!;
  for (const form of longest) scoreWord(block, form, scores);
  const phrase = words.map(([form]) => form).join(' ');
  scores.forEach((score, at) => {
    if (score > 0) scores[at] = scoreAll(entryOf(block, at), words, phrase);
  });
  return scores;
}

const lengthOf = (word: readonly string[]) => Math.min(...word.map(({ length }) => length));

const entryOf = ({ text, starts }: Block, at: number) => text.slice(starts[at], starts[at + 1]);

/** Notes where a word occurs. */
function scoreWord({ text, starts }: Block, word: string, scores: Uint8Array): void {
  let at = 0;
  for (let found = text.indexOf(word); found >= 0;) {
    while (starts[at + 1]! <= found) at += 1;
    const score = scoreAt(text, { start: starts[at]!, found, end: found + word.length });
    if (score > scores[at]!) scores[at] = score;
    found = text.indexOf(word, word.length > shortWord ? found + word.length : starts[at + 1]);
  }
}

function scoreAt(text: string, { start, found, end }: { start: number; found: number; end: number }): number {
  if (text[found - 1] === '\n' && text[end] === '\n') return 4;
  if (found === start + 1) return 3;
  return text.indexOf('\n', start + 1) > found ? 2 : 1;
}

/** The same of several words, which rank by how they follow each other. */
function scoreAll(entry: string, words: SearchQuery['words'], phrase: string): number {
  if (!words.every(word => holdsWord(word, entry))) return 0;
  const found = entry.indexOf(phrase);
  return found < 0 ? 1 : scoreAt(entry, { start: 0, found, end: found + phrase.length });
}
