import { holdsWord, type Word } from './searchQuery.js';

/**
 * What a search found, the best first: a whole field, the start of a name, anything in a name, anything else. What the name
 * holds counts as that, also where another field is the word as a whole.
 */
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
  readonly starts: Uint32Array;
  /** Where the name of each ends. */
  readonly nameEnds: Uint32Array;
}

const rankCount = 4;
/** Letters of a word that occurs so often that only its first place in an entry is looked at. */
const shortWord = 2;
const lineEnd = 10;
/** So few of a block that they are looked at one by one. */
const fewEntries = 100;

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
    const starts = new Uint32Array(things.length + 1);
    const nameEnds = new Uint32Array(things.length);
    const texts = things.map((fields, at) => {
      const text = `\n${[...new Set(fields)].join('\n')}\n`;
      nameEnds[at] = starts[at]! + text.indexOf('\n', 1);
      starts[at + 1] = starts[at]! + text.length;
      return text;
    });
    this.blocks.push({ text: texts.join(''), starts, nameEnds });
    this.count += things.length;
  }

  /**
   * The numbers of the things that hold every word and pass a test, ranked by the words; all that pass it where there is none.
   * @param limit how many of each rank are listed
   * @param also what must stand in them besides, without counting for the rank
   */
  find(
    words: readonly Word[],
    limit: number,
    passes: (number: number) => boolean = always,
    also: readonly Word[] = [],
  ): Ranked {
    const ranks: number[][] = Array.from({ length: rankCount }, () => []);
    let total = 0;
    let first = 0;
    for (const block of this.blocks) {
      const scores = rankBlock(block, words, also);
      for (let at = 0; at < scores.length; at += 1) {
        const score = scores[at]!;
        if (score === 0 || !passes(first + at)) continue;
        total += 1;
        const row = ranks[rankCount - score]!;
        if (row.length < limit) row.push(first + at);
      }
      first += scores.length;
    }
    return { ranks, total };
  }
}

const always = () => true;

/** How well each entry of a block matches: 0 for not at all, up to `rankCount`. */
function rankBlock(block: Block, words: readonly Word[], also: readonly Word[]): Uint8Array {
  const [first, second] = words;
  const phrase = second ? [words.map(([form]) => form).join(' ')] : first;
  const scores = phrase ? scoresOf(block, phrase) : new Uint8Array(block.nameEnds.length);
  const needed = second || !first ? [...words, ...also] : also;
  if (second || !first) raise(scores);
  for (const word of needed.toSorted((one, other) => lengthOf(other) - lengthOf(one)))
    keepHolding(block, word, scores);
  return scores;
}

const lengthOf = (word: Word) => word[0]?.length ?? 0;

/** Lets go of the entries that do not hold a word; few are looked at one by one. */
function keepHolding(block: Block, word: Word, scores: Uint8Array): void {
  let left = 0;
  for (let at = 0; at < scores.length; at += 1) if (scores[at]! > 0) left += 1;
  if (left === 0) return;
  const found = left < fewEntries ? undefined : scoresOf(block, word);
  const { text, starts } = block;
  for (let at = 0; at < scores.length; at += 1)
    if (scores[at]! > 0 && !(found ? found[at] : holdsWord(word, text.slice(starts[at], starts[at + 1]))))
      scores[at] = 0;
}

/** Several words, or none, may stand anywhere. */
function raise(scores: Uint8Array): void {
  for (let at = 0; at < scores.length; at += 1) scores[at] = Math.max(1, scores[at]!);
}

/** Where a word occurs first, in any of its forms: in a field of its own, at the start of the name, in the name, or elsewhere. */
function scoresOf({ text, starts, nameEnds }: Block, word: Word): Uint8Array {
  const scores = new Uint8Array(nameEnds.length);
  for (const form of word) {
    const { length } = form;
    let at = 0;
    for (let found = text.indexOf(form); found >= 0;) {
      while (starts[at + 1]! <= found) at += 1;
      const isWhole = text.charCodeAt(found - 1) === lineEnd && text.charCodeAt(found + length) === lineEnd;
      const score = isWhole ? 4 : found === starts[at]! + 1 ? 3 : found < nameEnds[at]! ? 2 : 1;
      if (score > scores[at]!) scores[at] = score;
      // What the name holds is looked for no further: the next thing is nearer.
      found = text.indexOf(form, length > shortWord && score < 2 ? found + length : starts[at + 1]);
    }
  }
  return scores;
}
