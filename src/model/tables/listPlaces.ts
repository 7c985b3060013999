import { createScanner, findNodeAtLocation, parseTree, type Node, type ParseError } from 'jsonc-parser';
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
  const last = latest?.deref();
  const known = last?.path.join() === path.join() ? last : undefined;
  if (known?.text === text) return known;
  const places = recordPlaces(text, path, known);
  if (!places) return undefined;
  const placed = { text, path, places };
  latest = new WeakRef(placed);
  return placed;
}

/** @param known another text of the list: where the two begin and end alike, nothing is read again */
function recordPlaces(
  text: string,
  path: readonly string[],
  known: PlacedRecords | undefined,
): Place[] | undefined {
  const { scanner, next } = tokensOf(text);
  for (const name of path) {
    const isOpened = next() === token.openObject && next() === token.string;
    if (!isOpened || scanner.getTokenValue() !== name || next() !== token.colon) return undefined;
  }
  if (next() !== token.openList) return undefined;
  const places = known ? placesBefore(text, known) : [];
  const sameRest = known && restFinder(text, known);
  const last = places.at(-1);
  if (last) scanner.setPosition(last.offset + last.length);
  let read = next();
  while (read !== token.closeList) {
    if (places.length > 0 && (read !== token.comma || next() !== token.openObject)) return undefined;
    const offset = scanner.getTokenOffset();
    const rest = sameRest?.(offset);
    if (rest) return [...places, ...rest];
    if (scanner.getToken() !== token.openObject || !endsRecord(next)) return undefined;
    places.push({ offset, length: scanner.getPosition() - offset });
    read = next();
  }
  const isEnd = path.every(() => next() === token.closeObject) && next() === token.end;
  return isEnd ? places : undefined;
}

/** The records of a known text that a text begins with. */
function placesBefore(text: string, known: PlacedRecords): Place[] {
  const same = largest(Math.min(text.length, known.text.length), (from, to) =>
    text.startsWith(known.text.slice(from, to), from),
  );
  const differs = known.places.findIndex(({ offset, length }) => offset + length > same);
  return differs < 0 ? [...known.places] : known.places.slice(0, differs);
}

/** Finds the records from a place on, where the text goes on from there as the known one does. */
function restFinder(text: string, known: PlacedRecords): (offset: number) => Place[] | undefined {
  const end = known.text.length;
  const moved = text.length - end;
  const same = largest(Math.min(text.length, end), (from, to) =>
    text.endsWith(known.text.slice(end - to, end - from), text.length - from),
  );
  const rest = known.places
    .filter(({ offset }) => offset >= end - same)
    .map(place => ({ ...place, offset: place.offset + moved }));
  return offset => (rest[0]?.offset === offset ? rest : undefined);
}

/** The largest number up to a limit for which all is the same; asked for more and more of what is not known yet. */
function largest(limit: number, isSame: (from: number, to: number) => boolean): number {
  let known = 0;
  let most = limit;
  while (known < most) {
    const tried = Math.ceil((known + most) / 2);
    if (isSame(known, tried)) known = tried;
    else most = tried - 1;
  }
  return known;
}

/** Kinds of tokens of jsonc-parser, which exports them as a constant enumeration that modules cannot use. */
const token = {
  openObject: 1,
  closeObject: 2,
  openList: 3,
  closeList: 4,
  comma: 5,
  colon: 6,
  string: 10,
  lineComment: 12,
  lineBreak: 14,
  room: 15,
  unknown: 16,
  end: 17,
} as const;

/** The tokens of a text but for the room between them; an unknown one for a comment, and for what is wrong. */
function tokensOf(text: string) {
  const scanner = createScanner(text);
  const next = (): number => {
    let kind: number = scanner.scan();
    while (kind === token.lineBreak || kind === token.room) kind = scanner.scan();
    const isWrong =
      Number(scanner.getTokenError()) > 0 || (kind >= token.lineComment && kind < token.lineBreak);
    return isWrong ? token.unknown : kind;
  };
  return { scanner, next };
}

/** Reads to the end of a record that is open; false where it does not end, or holds a comment. */
function endsRecord(next: () => number): boolean {
  const { openObject, closeObject, openList, closeList } = token;
  for (let depth = 1; depth > 0;) {
    const kind = next();
    if (kind === openObject || kind === openList) depth += 1;
    else if (kind === closeObject || kind === closeList) depth -= 1;
    else if (kind >= token.unknown) return false;
  }
  return true;
}
