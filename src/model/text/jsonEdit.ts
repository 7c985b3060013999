import {
  applyEdits,
  createScanner,
  findNodeAtLocation,
  modify,
  parseTree,
  visit,
  type Edit,
  type Node,
} from 'jsonc-parser';
import type { Place } from './placedElements.js';
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
  return head + printedAt(value, lineOf(head, head.length)) + text.slice(property.offset + property.length);
}

/** JSON text with one more element in a list; comments and layout of the others stay. */
export const withElement = (text: string, list: Node, value: unknown): string =>
  withLast(text, list, { label: '', value });

/** What is put into an object or a list. */
export interface Added {
  /** What stands before the value: the name of a property with its colon. */
  readonly label: string;
  readonly value: unknown;
}

const withLast = (text: string, container: Node, added: Added): string =>
  applyEdits(text, additions(text, container, [added]));

/**
 * The edits that put parts behind the last one of an object or a list, or behind another one. They stand in lines of
 * their own where the one before them does, and what is said after that one stays there.
 * @param at which part they are put behind
 * @param print a value as it stands at a place
 */
export function additions(
  text: string,
  container: Node,
  added: readonly Added[],
  { at = (container.children?.length ?? 0) - 1, print = printedAt }: AddingOptions = {},
): Edit[] {
  if (added.length === 0) return [];
  const before = container.children?.[at];
  if (!before) return [firstParts(text, container, added)];
  const beforeEnd = before.offset + before.length;
  const tail = text.slice(beforeEnd, (container.children?.[at + 1] ?? endOf(container)).offset);
  const { indent } = lineOf(text, before.offset);
  const standsAlone = text.slice(0, before.offset).endsWith(`\n${indent}`);
  const [said = ''] = (standsAlone ? sameLine : commaOnly).exec(tail) ?? [];
  const room = standsAlone ? `\n${indent}` : ' ';
  const parts = added.map(({ label, value }) => {
    const column = standsAlone ? indent.length + label.length : 0;
    return room + label + (standsAlone ? print(value, { indent, before: column }) : inOneLine(value));
  });
  const isLast = at === (container.children?.length ?? 0) - 1;
  const isBehindComma = withoutComments(said).includes(',');
  if (isBehindComma) {
    const written = isLast ? parts.join(',') : parts.map(part => `${part},`).join('');
    return [insertion(beforeEnd + said.length, written)];
  }
  if (!isLast || said === '') return [insertion(beforeEnd, `,${parts.join(',')}`)];
  return [insertion(beforeEnd, ','), insertion(beforeEnd + said.length, parts.join(','))];
}

interface AddingOptions {
  readonly at?: number;
  readonly print?: (value: unknown, place: LinePlace) => string;
}

function firstParts(text: string, container: Node, added: readonly Added[]): Edit {
  const [open, close] = container.type === 'array' ? ['', ''] : [' ', ' '];
  const start = container.offset + 1;
  const { offset: end } = endOf(container);
  const content = `${open}${added.map(({ label, value }) => label + inOneLine(value)).join(', ')}${close}`;
  return { offset: start, length: text.slice(start, end).trim() === '' ? end - start : 0, content };
}

/** The bracket that ends an object or a list. */
const endOf = ({ offset, length }: Node) => ({ offset: offset + length - 1 });

const insertion = (offset: number, content: string): Edit => ({ offset, length: 0, content });

/** Commas and comments up to the end of the line. */
const sameLine = /^(?:[^\S\n]*(?:,|\/\*(?:(?!\*\/)[^\n])*\*\/))*(?:[^\S\n]*\/\/[^\r\n]*)?/;
const commaOnly = /^\s*,/;

const comments = /\/\/[^\n]*|\/\*[\s\S]*?\*\//g;
const withoutComments = (text: string): string => text.replace(comments, blank => ' '.repeat(blank.length));

/**
 * The edits that take parts out of an object or a list, each with a comma and with the room that it leaves; comments stay.
 * @param isRemoved whether a part goes, by its place from 0
 */
export function removals(text: string, container: Node, isRemoved: (at: number) => boolean): Edit[] {
  const parts = container.children ?? [];
  const lastKept = parts.findLastIndex((_part, at) => !isRemoved(at));
  const inside = { offset: container.offset + 1, length: container.length - 2 };
  const [first] = parts;
  const last = parts.at(-1);
  if (!first || !last) return [];
  const around = [
    { offset: inside.offset, length: first.offset - inside.offset },
    { offset: last.offset + last.length, length: inside.offset + inside.length - last.offset - last.length },
  ];
  const gaps = parts.slice(1).map((next, at) => {
    const { offset, length } = parts[at] ?? next;
    return { offset: offset + length, length: next.offset - offset - length };
  });
  const places = parts.flatMap((part, at) => {
    if (!isRemoved(at)) return [];
    // What goes from the end takes the comma before it.
    const gap = gaps[at < lastKept || lastKept < 0 ? at : at - 1];
    return [part, ...(gap ? [gapOf(text, gap)] : [])];
  });
  if (lastKept < 0) places.push(...around.map(place => gapOf(text, place)));
  return joinedPlaces(places);
}

/** A gap that goes: all of it, or the comma in it where something is said there. */
function gapOf(text: string, { offset, length }: Place): Place {
  const gap = text.slice(offset, offset + length);
  const plain = withoutComments(gap);
  if (plain.trim() === gap.trim()) return { offset, length };
  const comma = plain.indexOf(',');
  return comma < 0 ? { offset, length: 0 } : { offset: offset + comma, length: 1 };
}

/** Places that touch are one. */
function joinedPlaces(places: readonly Place[]): Edit[] {
  const joined: { offset: number; length: number; content: string }[] = [];
  for (const { offset, length } of places.toSorted((one, other) => one.offset - other.offset)) {
    const last = joined.at(-1);
    if (length === 0) continue;
    if (last && last.offset + last.length === offset) last.length += length;
    else joined.push({ offset, length, content: '' });
  }
  return joined;
}

const inOneLine = (value: unknown): string => printCompactJson(value, Number.POSITIVE_INFINITY);

/** The text of a value whose lines begin as deep as the line that it is put into. */
export const printedAt = (value: unknown, { indent, before }: LinePlace): string =>
  printCompactJson(value, Math.max(widest - before, 1)).replaceAll('\n', `\n${indent}`);

/** How the line of a place begins, and how many characters of it stand before that. */
export interface LinePlace {
  readonly indent: string;
  readonly before: number;
}

/** How a line begins, and how many characters of it stand before an offset. */
export function lineOf(text: string, offset: number): LinePlace {
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
