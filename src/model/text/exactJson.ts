/** An integer that stands alone, with enough digits to be beyond 2^53; parts of fractions and exponents are none. */
const longInteger = /(?<![\d.eE+-])-?\d{16,}(?![\d.eE])/g;

/** Where such an integer may be; a string begins with a quote. */
const bareDigits = /(?:^|[\s:[,])-?\d{16}/;

/**
 * As `JSON.parse`, but integers beyond 2^53 keep every digit: they become `bigint`, or what is made of their digits.
 * Costs next to nothing for a text without such integers.
 * @throws {SyntaxError} when the text is not JSON
 */
export function parseExactJson(text: string, toValue: (digits: string) => unknown = BigInt): unknown {
  if (!bareDigits.test(text)) return JSON.parse(text);
  const mark = newMark();
  const { marked, count } = markLongIntegers(text, mark);
  if (count === 0) return JSON.parse(text);
  const whole: Container = { value: JSON.parse(marked) };
  replaceTexts(whole, text => (text.startsWith(mark) ? toValue(text.slice(mark.length)) : text));
  return whole.value;
}

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

/** For `JSON.stringify` where no reader would keep the digits of a bare number: a `bigint` becomes text. */
export const bigintAsText = (_key: string, value: unknown): unknown =>
  typeof value === 'bigint' ? String(value) : value;

/** No other text can begin with a word that is made up for one value. */
const newMark = () => `${crypto.randomUUID()}:`;

function markLongIntegers(text: string, mark: string): { marked: string; count: number } {
  const pieces: string[] = [];
  let count = 0;
  for (let at = 0; at < text.length;) {
    const quote = text.indexOf('"', at);
    const open = quote < 0 ? text.length : quote;
    pieces.push(
      text.slice(at, open).replace(longInteger, digits => {
        if (Number.isSafeInteger(Number(digits))) return digits;
        count += 1;
        return `"${mark}${digits}"`;
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
