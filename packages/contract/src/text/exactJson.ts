const jsonNumber = String.raw`-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?`;
/** A number that stands alone, outside strings. */
const bareNumber = new RegExp(String.raw`(?<![\w.+-])${jsonNumber}(?![\w.+-])`, 'g');
const wholeText = new RegExp(`^${jsonNumber}$`);

/** Where a number may be that is beyond those of JavaScript; a string begins with a quote. */
const mayBeBeyond = /(?:^|[\s:[,])-?(?:\d{16}|\d[\d.]*[eE][+-]?\d{3}|0\.0{200})/;

/**
 * Whether a text is a JSON number that one of JavaScript does not hold: `1e400` would be infinite, `1e-400` nothing, and
 * a whole part beyond 2^53 would lose digits.
 */
export function isBeyondNumbers(text: string): boolean {
  if (!wholeText.test(text)) return false;
  const number = Number(text);
  const [digits = '', exponent] = text.toLowerCase().split('e');
  if (number === 0) return /[1-9]/.test(digits);
  return exponent === undefined ? !Number.isSafeInteger(Math.trunc(number)) : !Number.isFinite(number);
}

/**
 * As `JSON.parse`, but numbers that one of JavaScript does not hold stay as they are written: integers become `bigint` and
 * others text, or what is made of them. Costs next to nothing for a text without such numbers.
 * @throws {SyntaxError} when the text is not JSON
 */
export function parseExactJson(text: string, toValue: (written: string) => unknown = bigintOrText): unknown {
  if (!mayBeBeyond.test(text)) return JSON.parse(text);
  const mark = newMark();
  const { marked, count } = markNumbers(text, mark);
  if (count === 0) return JSON.parse(text);
  const whole: Container = { value: JSON.parse(marked) };
  replaceTexts(whole, text => (text.startsWith(mark) ? toValue(text.slice(mark.length)) : text));
  return whole.value;
}

const bigintOrText = (written: string): unknown => (/^-?\d+$/.test(written) ? BigInt(written) : written);

type Container = Record<string, unknown>;

/** Changes every text of a JSON value, at any depth: a reviver of JSON.parse has no more depth than the stack. */
function replaceTexts(top: Container, replace: (text: string) => unknown): void {
  const waiting = [top];
  for (let container = waiting.pop(); container; container = waiting.pop()) {
    for (const [key, value] of Object.entries(container)) {
      if (typeof value === 'string') container[key] = replace(value);
      else if (typeof value === 'object' && value !== null) waiting.push(value as Container);
    }
  }
}

/**
 * As `JSON.stringify`, but a `bigint` becomes a bare number with all its digits.
 * @param indent spaces of each level; without it, everything stands in one line
 */
export function printExactJson(value: unknown, indent?: number): string {
  const mark = newMark();
  let isMarked = false;
  const text = JSON.stringify(
    value,
    (_key, inner: unknown) => {
      if (typeof inner !== 'bigint') return inner;
      isMarked = true;
      return `${mark}${inner}`;
    },
    indent,
  );
  return isMarked ? text.replaceAll(new RegExp(`"${mark}(-?\\d+)"`, 'g'), '$1') : text;
}

/** What a text of a key begins with that stands for a value which JSON has no word for. */
const noText = '\0';

/**
 * A text that no other value has, to find or compare values by: as `JSON.stringify`, which would write infinite numbers as
 * `null` and -0 as `0`, leave out what is undefined, and know no `bigint`.
 * @param value of plain objects and arrays
 * @throws {RangeError} for a value that nests too deeply
 */
export const exactKey = (value: unknown): string =>
  JSON.stringify(value, (_key, inner: unknown) => {
    if (typeof inner === 'string') return inner.startsWith(noText) ? noText + inner : inner;
    if (typeof inner === 'bigint') return `${noText}${inner}n`;
    if (inner === undefined) return `${noText}undefined`;
    const isWritten = typeof inner !== 'number' || (Number.isFinite(inner) && !Object.is(inner, -0));
    return isWritten ? inner : `${noText}${Object.is(inner, -0) ? '-0' : inner}`;
  });

/** For `JSON.stringify` where no reader would keep the digits of a bare number: a `bigint` becomes text. */
export const bigintAsText = (_key: string, value: unknown): unknown =>
  typeof value === 'bigint' ? String(value) : value;

/** No other text can begin with a word that is made up for one value. */
const newMark = () => `${crypto.randomUUID()}:`;

function markNumbers(text: string, mark: string): { marked: string; count: number } {
  const pieces: string[] = [];
  let count = 0;
  for (let at = 0; at < text.length;) {
    const quote = text.indexOf('"', at);
    const open = quote < 0 ? text.length : quote;
    pieces.push(
      text.slice(at, open).replace(bareNumber, number => {
        if (!isBeyondNumbers(number)) return number;
        count += 1;
        return `"${mark}${number}"`;
      }),
    );
    at = endOfString(text, open);
    pieces.push(text.slice(open, at));
  }
  return { marked: pieces.join(''), count };
}

/** Where a string that begins at a quote ends; the end of the text when it does not end. */
function endOfString(text: string, open: number): number {
  let close = text.indexOf('"', open + 1);
  while (close >= 0 && isEscaped(text, close)) close = text.indexOf('"', close + 1);
  return close < 0 ? text.length : close + 1;
}

function isEscaped(text: string, at: number): boolean {
  let backslashes = 0;
  while (text[at - 1 - backslashes] === '\\') backslashes += 1;
  return backslashes % 2 === 1;
}

/** JSON text in which everything that fits into a line of `width` characters stands in one line; a `bigint` keeps its digits. */
export function printCompactJson(value: unknown, width = 90): string {
  return printPart(value, { width, indent: '', before: 0 });
}

interface Place {
  readonly width: number;
  /** Of the line that the value begins in. */
  readonly indent: string;
  /** Characters between the indent and the value. */
  readonly before: number;
}

function printPart(value: unknown, { width, indent, before }: Place): string {
  const line = inOneLine(value);
  const fits = indent.length + before + line.length < width;
  if (fits || typeof value !== 'object' || value === null) return line;
  const inner = `${indent}  `;
  const isArray = Array.isArray(value);
  const parts = Object.entries(value).map(([name, item]) => {
    const label = isArray ? '' : `${JSON.stringify(name)}: `;
    return `${inner}${label}${printPart(item, { width, indent: inner, before: label.length })}`;
  });
  const [open, close] = isArray ? ['[', ']'] : ['{', '}'];
  return `${open}\n${parts.join(',\n')}\n${indent}${close}`;
}

/** JSON on one line, with room between the values: `[1, 2, 3]`. */
export function inOneLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(inOneLine).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return printExactJson(value);
  const fields = Object.entries(value).map(([name, item]) => `${JSON.stringify(name)}: ${inOneLine(item)}`);
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`;
}
