import { parseExactJson } from '../model/text/exactJson.js';
import { isRecord } from '../model/text/looseValues.js';

/** A value that is being read: the whole body, or one element of an array. */
interface Unfinished {
  /** What was read of it, with ` null` in place of each array that is read apart. */
  text: string;
  /** Brackets that are open within it. */
  depth: number;
  /** Depth of the outermost array that is not read apart; 0 for none. */
  plainDepth: number;
  /** By depth, where the last string begins and ends in `text`: a key, when a bracket follows. */
  readonly keyStarts: number[];
  readonly keyEnds: number[];
  readonly arrays: { readonly path: readonly string[]; readonly items: unknown[] }[];
  /** The array that it is an element of; undefined for the whole body. */
  readonly items: unknown[] | undefined;
}

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c];
const [openBracket, closeBracket, openBrace, closeBrace] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * Parses JSON while it arrives. The result is that of `JSON.parse` over the whole text, which does the work, but integers
 * beyond 2^53 are the text of their digits, arrays
 * within objects are parsed element by element, and the empty ones are all the same, which is frozen: at the last byte
 * of a tree of 100,000 records almost nothing is left to do, the thread is never held for longer than one piece of text
 * takes, and the text as a whole is never in memory. Any depth is fine. A library that builds every value by itself took
 * 2.4 s of processor time instead of 0.9 s for 51 MB, and 4.1 times the text in memory instead of 2.5 times
 * (`test/bench/explorer.ts`).
 */
class IncrementalJson {
  private readonly outer: Unfinished[] = [];
  private current = unfinished(undefined);
  private isInString = false;
  private isEscaped = false;
  private readonly strings = new Map<string, string>();

  /**
   * Reads the next piece; pieces may end anywhere.
   * @throws {SyntaxError} when an element is not JSON
   */
  write(text: string): void {
    let mark = 0;
    let at = 0;
    while (at < text.length) {
      if (this.isInString) {
        at = this.passString(text, at, mark);
        continue;
      }
      const code = text.charCodeAt(at);
      if (code === quote) this.openString(at - mark);
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
    return finished(this.current);
  }

  /** What is whole of the value so far, as an object of its own; undefined before its first array. */
  soFar(): unknown {
    let inner: unknown;
    for (const { text, depth, arrays } of [...this.outer].reverse()) {
      const value = parseExactJson(text + '}'.repeat(depth), digits => digits);
      const [open, ...finished] = [...arrays].reverse();
      for (const { path, items } of finished) put(value, path, items);
      if (open) put(value, open.path, inner === undefined ? [...open.items] : [...open.items, inner]);
      inner = value;
    }
    return inner;
  }

  private openString(offset: number): void {
    this.isInString = true;
    const { current } = this;
    current.keyStarts[current.depth] = current.text.length + offset;
  }

  /** Goes to the end of a string or of the piece, and returns where that is. */
  private passString(text: string, start: number, mark: number): number {
    const { current } = this;
    let at = start;
    for (; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (this.isEscaped) this.isEscaped = false;
      else if (code === backslash) this.isEscaped = true;
      else if (code === quote) {
        this.isInString = false;
        current.keyEnds[current.depth] = current.text.length + at + 1 - mark;
        return at + 1;
      }
    }
    return at;
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
    current.text += before;
    const path: string[] = [];
    for (let depth = 1; depth <= current.depth; depth += 1) {
      const literal = current.text.slice(current.keyStarts[depth] ?? 0, current.keyEnds[depth] ?? 0);
      path.push(String(JSON.parse(literal) as unknown));
    }
    const items: unknown[] = [];
    current.arrays.push({ path, items });
    current.text += ' null';
    this.outer.push(current);
    this.current = unfinished(items);
  }

  private endElement(rest: string, code: number): void {
    const { current } = this;
    current.text += rest;
    const items = current.items ?? [];
    const isEmptyArray = code === closeBracket && items.length === 0 && current.text.trim() === '';
    if (!isEmptyArray) items.push(withSharedStrings(finished(current), this.strings));
    this.current = code === comma ? unfinished(items) : (this.outer.pop() ?? current);
  }
}

function unfinished(items: unknown[] | undefined): Unfinished {
  return { text: '', depth: 0, plainDepth: 0, keyStarts: [], keyEnds: [], arrays: [], items };
}

function finished({ text, arrays }: Unfinished): unknown {
  const value = parseExactJson(text, digits => digits);
  // From the last to the first, since the later one counts of two with the same key.
  for (const { path, items } of arrays.reverse()) put(value, path, items);
  return value;
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

/** One for all: a tree of 100,000 records has twice as many lists without an element. */
const emptyArray: readonly unknown[] = Object.freeze([]);

/** Sets a property by its path, where it is null so far. */
function put(top: unknown, path: readonly string[], items: unknown[]): void {
  let target = top;
  for (const key of path.slice(0, -1)) target = ownValue(target, key);
  const key = path.at(-1) ?? '';
  if (ownValue(target, key) !== null) return;
  // Plain assignment would set the prototype when a hostile answer has a key of that name.
  const value = items.length === 0 ? emptyArray : items;
  Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true });
}

function ownValue(target: unknown, key: string): unknown {
  if (typeof target !== 'object' || target === null) return undefined;
  return Object.getOwnPropertyDescriptor(target, key)?.value;
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
  for await (const piece of pieces) {
    json.write(piece);
    if (!onPart || performance.now() - told < pause) continue;
    const part = json.soFar();
    if (part !== undefined) onPart(part);
    pause *= 2;
    told = performance.now();
  }
  return json.end();
}
