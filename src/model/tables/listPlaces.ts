import { findNodeAtLocation, parseTree, type Node, type ParseError } from 'jsonc-parser';
import { syntaxWords } from '../inventory/recordText.js';
import type { Place } from '../text/placedElements.js';

/** A tree of JSON text, with what is wrong in it. */
interface ReadTree {
  readonly root: Node | undefined;
  readonly errors: readonly (Place & { readonly subject: string })[];
}

/** The tree of a text with its comments and commas too many; errors for everything else. */
function tolerantTree(text: string): ReadTree {
  const errors: ParseError[] = [];
  const root: Node | undefined = parseTree(text, errors, { allowTrailingComma: true });
  return { root, errors: errors.map(({ error, ...place }) => ({ ...place, subject: syntaxWords(error) })) };
}

/**
 * The tree of a list without the insides of its records, which {@link recordTree} reads: of thousands of them an edit
 * touches a few, and the tree of all takes twenty times as long. Of a text that is no plain list of records it is whole.
 * @param path the names of the properties that lead to the list
 */
export function listTree(text: string, path: readonly string[]): ReadTree {
  const placed = placedRecords(text, path);
  if (!placed) return wholeTree(text, path);
  const offset = text.indexOf('[');
  const children = placed.places.map((place): Node => ({ type: 'object', ...place }));
  return {
    root: { type: 'array', offset, length: text.lastIndexOf(']') + 1 - offset, children },
    errors: [],
  };
}

/** The same with all that is in it. */
export function wholeTree(text: string, path: readonly string[]): ReadTree {
  const { root, errors } = tolerantTree(text);
  return { root: root && findNodeAtLocation(root, [...path]), errors };
}

/** The tree of a record of a {@link listTree}, by its places in the text of the list. */
export function recordTree(text: string, record: Node): ReadTree {
  if (record.children) return { root: record, errors: [] };
  const { root, errors } = tolerantTree(text.slice(record.offset, record.offset + record.length));
  return {
    root: root && movedBy(record.offset, root),
    errors: errors.map(error => ({ ...error, offset: error.offset + record.offset })),
  };
}

function movedBy(by: number, { type, value, offset, length, children }: Node): Node {
  const inner = children?.map(child => movedBy(by, child));
  return { type, value: value as unknown, offset: offset + by, length, ...(inner && { children: inner }) };
}

/** A text of a plain list of records, and where each of them stands in it. */
export interface PlacedRecords {
  readonly text: string;
  /** The names of the properties that lead to the list. */
  readonly path: readonly string[];
  readonly places: readonly Place[];
}

/** The one that was asked about last; whoever shows the text keeps it, and nobody a text that is closed. */
let latest: WeakRef<PlacedRecords> | undefined;

/**
 * Where the records of a list stand in its text; what is in them is not looked at. Asking again about the same text costs
 * nothing: between two edits it is read, edited and searched for cells.
 * @param path the names of the properties that lead to the list
 * @returns undefined for a text with anything but records, commas between them and room around them, such as a comment
 */
export function placedRecords(text: string, path: readonly string[]): PlacedRecords | undefined {
  const known = latest?.deref();
  if (known?.text === text && known.path.join() === path.join()) return known;
  const places = recordPlaces(text, path);
  if (!places) return undefined;
  const placed = { text, path, places };
  latest = new WeakRef(placed);
  return placed;
}

function recordPlaces(text: string, path: readonly string[]): Place[] | undefined {
  const places: Place[] = [];
  const start = path.reduce<number | undefined>(
    (outer, name) => (outer === undefined ? outer : onlyProperty(text, outer, JSON.stringify(name))),
    behindRoom(text, 0),
  );
  let at = start ?? text.length;
  if (text[at] !== '[') return undefined;
  at = behindRoom(text, at + 1);
  if (text[at] !== ']')
    for (;;) {
      const end = text[at] === '{' ? recordEnd(text, at) : undefined;
      if (end === undefined) return undefined;
      places.push({ offset: at, length: end - at });
      at = behindRoom(text, end);
      if (text[at] === ']') break;
      if (text[at] !== ',') return undefined;
      at = behindRoom(text, at + 1);
    }
  const rest = text.slice(at + 1).replace(/\s+/g, '');
  return rest === '}'.repeat(path.length) ? places : undefined;
}

/** Where the value of the first property of an object begins; undefined where that is another one. */
function onlyProperty(text: string, object: number, label: string): number | undefined {
  const name = behindRoom(text, object + 1);
  if (text[object] !== '{' || !text.startsWith(label, name)) return undefined;
  const colon = behindRoom(text, name + label.length);
  return text[colon] === ':' ? behindRoom(text, colon + 1) : undefined;
}

/** The first place from one on where no room of JSON is. */
function behindRoom(text: string, from: number): number {
  let at = from;
  while (isRoom(text.charCodeAt(at))) at += 1;
  return at;
}

const code = (character: string): number => character.charCodeAt(0);
const space = code(' ');
const tab = code('\t');
const newline = code('\n');
const carriageReturn = code('\r');
const quote = code('"');
const backslash = code('\\');
const slash = code('/');
const openObject = code('{');
const closeObject = code('}');
const openList = code('[');
const closeList = code(']');
const isRoom = (each: number): boolean =>
  each === space || each === newline || each === carriageReturn || each === tab;

/** The place behind a record; undefined where it does not end, or holds a comment. */
function recordEnd(text: string, start: number): number | undefined {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    const each = text.charCodeAt(at);
    if (each === quote) {
      at = closingQuote(text, at);
      if (at < 0) return undefined;
    } else if (each === slash) return undefined;
    else if (each < openList) continue;
    else if (each === openObject || each === openList) depth += 1;
    else if (each === closeObject || each === closeList) {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return undefined;
}

/** Where a string ends that begins at a place; -1 where it does not. */
function closingQuote(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end >= 0 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end;
}

function isEscaped(text: string, at: number): boolean {
  let before = at - 1;
  while (text.charCodeAt(before) === backslash) before -= 1;
  return (at - before) % 2 === 0;
}
