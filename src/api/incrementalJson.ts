import { parseExactJson } from 'netsensor-contract/text/exactJson';
import { turns } from 'netsensor-contract/text/inSlices';
import { isRecord } from 'netsensor-contract/text/looseValues';

/** A value that is being read: the whole body, or one element of an array. */
interface Unfinished {
  /** What was read of it, with an object in place of each array that is read apart: its number under the mark. */
  text: string;
  /** Brackets that are open within it. */
  depth: number;
  /** Depth of the outermost array that is not read apart; 0 for none. */
  plainDepth: number;
  /** The arrays that are read apart, by number. */
  readonly arrays: unknown[][];
  /** The array that it is an element of; undefined for the whole body. */
  readonly items: unknown[] | undefined;
}

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/**
 * Parses JSON while it arrives. The result is that of `JSON.parse` over the whole text, which does the work, but integers
 * beyond 2^53 are the text of their digits, arrays within objects are parsed element by element, and the empty ones are
 * all the same, which is frozen. The text as a whole is never in memory, and any depth is fine. A library that builds
 * every value by itself took 2.4 s of processor time instead of 0.9 s for 51 MB, and 4.1 times the text in memory
 * instead of 2.5 times (`test/bench/explorer.ts`).
 */
class IncrementalJson {
  private readonly outer: Unfinished[] = [];
  private current = unfinished(undefined);
  private isInString = false;
  private isEscaped = false;
  private readonly strings = new Map<string, string>();
  /** No object of an answer has a key that is made up here. */
  private readonly mark = crypto.randomUUID().slice(0, 8);

  /**
   * Reads the next piece; pieces may end anywhere.
   * @throws {SyntaxError} when an element is not JSON
   */
  write(text: string): void {
    let mark = 0;
    let at = 0;
    while (at < text.length) {
      if (this.isInString) {
        at = this.passString(text, at);
        continue;
      }
      const code = text.charCodeAt(at);
      if (code === quote) this.isInString = true;
      else if (code === openBracket && this.isWithinObjects()) {
        this.openArray(text.slice(mark, at));
        mark = at + 1;
      } else if (code === openBrace || code === openBracket) this.open(code);
      else if ((code === comma || code === closeBracket) && this.isBetweenElements()) {
        this.endElement(text.slice(mark, at), code);
        mark = at + 1;
      } else if (code === closeBrace || code === closeBracket) this.close();
      at += 1;
    }
    this.current.text += text.slice(mark);
  }

  /**
   * The value, once everything was written.
   * @throws {SyntaxError} when the whole is not JSON
   */
  end(): unknown {
    if (this.outer.length > 0) throw new SyntaxError('The JSON text ends within an array');
    return this.finished(this.current);
  }

  /** What is whole of the value so far, as an object of its own; undefined before its first array. */
  soFar(): unknown {
    let inner: unknown;
    for (const { text, depth, arrays } of this.outer.toReversed()) {
      const open = arrays.at(-1) ?? [];
      const items = inner === undefined ? [...open] : [...open, inner];
      inner = this.finished({ text: text + '}'.repeat(depth), arrays: [...arrays.slice(0, -1), items] });
    }
    return inner;
  }

  /** Goes to the end of a string or of the piece, and returns where that is. */
  private passString(text: string, start: number): number {
    for (let at = start; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (this.isEscaped) this.isEscaped = false;
      else if (code === backslash) this.isEscaped = true;
      else if (code === quote) {
        this.isInString = false;
        return at + 1;
      }
    }
    return text.length;
  }

  private open(code: number): void {
    const { current } = this;
    current.depth += 1;
    if (code === openBracket && current.plainDepth === 0) current.plainDepth = current.depth;
  }

  private close(): void {
    const { current } = this;
    if (current.plainDepth === current.depth) current.plainDepth = 0;
    current.depth -= 1;
  }

  private isWithinObjects(): boolean {
    return this.current.depth > 0 && this.current.plainDepth === 0;
  }

  private isBetweenElements(): boolean {
    return this.current.depth === 0 && this.current.items !== undefined;
  }

  private openArray(before: string): void {
    const { current } = this;
    current.text += `${before}{"${this.mark}":${current.arrays.length}}`;
    const items: unknown[] = [];
    current.arrays.push(items);
    this.outer.push(current);
    this.current = unfinished(items);
  }

  private endElement(rest: string, code: number): void {
    const { current } = this;
    current.text += rest;
    const items = current.items ?? [];
    const isEmptyArray = code === closeBracket && items.length === 0 && current.text.trim() === '';
    if (!isEmptyArray) items.push(withSharedStrings(this.finished(current), this.strings));
    this.current = code === comma ? unfinished(items) : (this.outer.pop() ?? current);
  }

  /** A value with its arrays in their places. */
  private finished({ text, arrays }: Pick<Unfinished, 'text' | 'arrays'>): unknown {
    const value = parseExactJson(text, digits => digits);
    const waiting = arrays.length > 0 ? [value as object] : [];
    for (let container = waiting.pop(); container; container = waiting.pop()) {
      for (const [key, inner] of Object.entries(container)) {
        if (!isRecord(inner)) continue;
        const items = arrays[Number(inner[this.mark])];
        // Plain assignment would set the prototype when a hostile answer has a key of that name.
        if (items) Object.defineProperty(container, key, { value: items.length === 0 ? emptyArray : items });
        else waiting.push(inner);
      }
    }
    return value;
  }
}

/** One for all: a tree of 100,000 records has twice as many lists without an element. */
const emptyArray: readonly unknown[] = Object.freeze([]);

function unfinished(items: unknown[] | undefined): Unfinished {
  return { text: '', depth: 0, plainDepth: 0, arrays: [], items };
}

/**
 * Lets a string that also stood under the same key of the record before be the same string in memory: what repeats from
 * record to record, such as the uuid of what they belong to, is a third of a tree of 100,000 access points.
 * @param last by key, the string that stood there last
 */
function withSharedStrings(value: unknown, last: Map<string, string>): unknown {
  for (const record of [value, ...(isRecord(value) ? Object.values(value) : [])])
    if (isRecord(record)) shareStrings(record, last);
  return value;
}

function shareStrings(record: Record<string, unknown>, last: Map<string, string>): void {
  for (const key of Object.keys(record)) {
    const field = record[key];
    if (typeof field !== 'string') continue;
    const known = last.get(key);
    if (known !== field) last.set(key, field);
    else if (key !== '__proto__') record[key] = known;
  }
}

/** Milliseconds until a part is told; the next one comes after twice as long, and so on. */
export const firstPart = 300;

/**
 * Parses JSON while it arrives, so that the last byte of a tree of 100,000 records leaves almost nothing to do and the
 * thread is never held for longer than one piece takes. The result is that of `JSON.parse` over the whole text.
 * @param onPart is told now and then what is whole so far, where the text takes its time
 * @throws {SyntaxError} when the text is not JSON or ends too early
 */
export async function parseLargeJson(
  pieces: AsyncIterable<string> | Iterable<string>,
  onPart?: (part: unknown) => void,
): Promise<unknown> {
  const json = new IncrementalJson();
  let pause = firstPart;
  let told = performance.now();
  let stalled: NodeJS.Timeout | undefined;
  const tell = () => {
    const part = json.soFar();
    if (part !== undefined) onPart?.(part);
    pause *= 2;
    told = performance.now();
  };
  const turn = turns();
  try {
    for await (const piece of pieces) {
      clearTimeout(stalled);
      json.write(piece);
      // Pieces that are there already come one after the other, without a turn for anybody else.
      const wait = turn();
      if (wait) await wait;
      if (!onPart) continue;
      const left = pause - (performance.now() - told);
      // The next piece may not come for long.
      if (left > 0) stalled = setTimeout(tell, left);
      else tell();
    }
    return json.end();
  } finally {
    clearTimeout(stalled);
  }
}
