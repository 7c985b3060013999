import {
  applyEdits,
  createScanner,
  findNodeAtLocation,
  modify,
  parseTree,
  visit,
  type Node,
} from 'jsonc-parser';
import { printCompactJson } from 'netsensor-contract/text/exactJson';

/** Characters of a line in which something new still stands as a whole. */
export const widest = 90;

/** JSON text with another value in the place of one; everything else stays as it is written. */
export function withValue(text: string, { offset, length }: Node, value: unknown): string {
  return text.slice(0, offset) + inOneLine(value) + text.slice(offset + length);
}

/**
 * The text of a JSON object with some fields set, new ones after those that it has; comments and layout of the others stay.
 * Undefined for text that is no object.
 */
export function withFields(text: string, fields: Readonly<Record<string, unknown>>): string | undefined {
  if (parseTree(text)?.type !== 'object') return undefined;
  return Object.entries(fields).reduce((changed, [name, value]) => {
    const object = parseTree(changed);
    return object ? withField(changed, object, name, value) : changed;
  }, text);
}

function withField(text: string, object: Node, name: string, value: unknown): string {
  const existing = findNodeAtLocation(object, [name]);
  if (existing) return withValue(text, existing, value);
  return withLast(text, object, { label: `${JSON.stringify(name)}: `, value });
}

/** The text of a JSON object without a field; the rest stays as it is written. */
export const withoutField = (text: string, name: string): string =>
  applyEdits(text, modify(text, [name], undefined, {}));

/** The text of a JSON object with another field in the place of one, or after the last where it has none of that name. */
export function withFieldInstead(
  text: string,
  name: string,
  [label, value]: readonly [string, unknown],
): string {
  const root = parseTree(text);
  const property = root && findNodeAtLocation(root, [name])?.parent;
  if (!property) return withFields(text, { [label]: value }) ?? text;
  const head = `${text.slice(0, property.offset)}${JSON.stringify(label)}: `;
  return head + printedAt(head, head.length, value) + text.slice(property.offset + property.length);
}

/** JSON text with one more element in a list; comments and layout of the others stay. */
export const withElement = (text: string, list: Node, value: unknown): string =>
  withLast(text, list, { label: '', value });

interface Added {
  /** What stands before the value. */
  readonly label: string;
  readonly value: unknown;
}

/** The new part stands in a line of its own where the one before it does, and what is said after that one stays there. */
function withLast(text: string, container: Node, { label, value }: Added): string {
  const last = container.children?.at(-1);
  const end = container.offset + container.length - 1;
  if (!last) {
    const [open, close] = container.type === 'array' ? ['', ''] : [' ', ' '];
    const start = container.offset + 1;
    const written = `${open}${label}${inOneLine(value)}${close}`;
    return text.slice(0, start) + written + text.slice(text.slice(start, end).trim() === '' ? end : start);
  }
  const lastEnd = last.offset + last.length;
  const tail = text.slice(lastEnd, end);
  const comma = withoutComments(tail).includes(',') ? '' : ',';
  const { indent } = lineOf(text, last.offset);
  const standsAlone = text.slice(0, last.offset).endsWith(`\n${indent}`);
  const [said = ''] = standsAlone ? (sameLine.exec(tail) ?? []) : (commaOnly.exec(tail) ?? []);
  const at = lastEnd + said.length;
  const before = standsAlone ? `\n${indent}` : ' ';
  const head = `${text.slice(0, lastEnd)}${comma}${said}${before}${label}`;
  const printed = standsAlone ? printedAt(head, head.length, value) : inOneLine(value);
  return head + printed + text.slice(at);
}

/** Commas and comments up to the end of the line. */
const sameLine = /^(?:[^\S\n]*(?:,|\/\*(?:(?!\*\/)[^\n])*\*\/))*(?:[^\S\n]*\/\/[^\n]*)?/;
const commaOnly = /^\s*,/;

const withoutComments = (text: string): string => text.replace(/\/\/[^\n]*|\/\*[\s\S]*?\*\//g, '');

const inOneLine = (value: unknown): string => printCompactJson(value, Number.POSITIVE_INFINITY);

/** The text of a value whose lines begin as deep as the line that it is put into. */
function printedAt(text: string, offset: number, value: unknown): string {
  const { indent, before } = lineOf(text, offset);
  return printCompactJson(value, Math.max(widest - before, 1)).replaceAll('\n', `\n${indent}`);
}

/** How a line begins, and how many characters of it stand before an offset. */
export function lineOf(text: string, offset: number): { readonly indent: string; readonly before: number } {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  const [indent = ''] = /^[ \t]*/.exec(text.slice(start, offset)) ?? [];
  return { indent, before: offset - start };
}

/** Where the first number of a JSON text stands that is meant; undefined when there is none. */
export function firstNumber(
  text: string,
  isMeant: (written: string) => boolean,
): Pick<Node, 'offset' | 'length'> | undefined {
  let found: Pick<Node, 'offset' | 'length'> | undefined;
  visit(text, {
    onLiteralValue: (value, offset, length) => {
      if (found || typeof value !== 'number' || !isMeant(text.slice(offset, offset + length))) return;
      found = { offset, length };
    },
  });
  return found;
}

/** JSON text as it is written, numbers with every digit, but for the room between its parts: what a formatter leaves as it is. */
export function withoutLayout(text: string): string {
  const scanner = createScanner(text, true);
  const parts: string[] = [];
  for (scanner.scan(); scanner.getTokenLength() > 0; scanner.scan())
    parts.push(text.slice(scanner.getTokenOffset(), scanner.getPosition()));
  return parts.join(' ');
}
