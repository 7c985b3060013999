import { wordSearch } from 'netsensor-contract/text/folded';
import type { TwinTable } from './drawing.js';
import type { FloorSheet } from './floors/shownFloor.js';
import type { KindTypes } from './shownPicture.js';

/** Tells of a thing by its name, what it holds, and its place among the others. */
export type IsChosen = (name: string, contents: readonly string[], index: number) => boolean;

/** What is the same for all pictures of a kind: how they are drawn, counted and filtered. */
export interface PictureKind<K extends KindTypes = KindTypes> {
  /** Where a click on what has a document leads, and only with Ctrl to the document; left out, it always does. */
  readonly leadsTo?: 'node';
  /** Whether it moves under the window by itself, and has nothing to scroll. */
  readonly isMoving?: boolean;
  /** Whether its things can be drawn on several sheets of paper. */
  readonly isPaged?: boolean;
  /** Pixels of a sheet of paper on its side; 1040 where it is left out. */
  readonly paperWidth?: number;
  /** How many times as large as it is drawn first; 4 where it is left out. */
  readonly mostZoom?: number;
  draw(picture: K['picture'], sheet: FloorSheet): K['placed'];
  /** How many things of it can be filtered. */
  count(picture: K['picture']): number;
  /** Whether sums would be wrong without some of it. */
  isWhole?(picture: K['picture']): boolean;
  /** The picture with those things alone that are chosen; left out where it is filtered before it is sent to its page. */
  choose?(picture: K['picture'], isChosen: IsChosen): K['picture'];
  /** The picture with those things alone in which something is wrong; with all where nothing is. */
  chooseTroubled?(picture: K['picture']): K['picture'];
  /** How much is wrong in it, in words; empty where nothing is. */
  trouble?(picture: K['picture']): string;
  /** The rows that are of what the picture shows, also of what has no place in it; all where it is left out. */
  table?(table: TwinTable, picture: K['picture'], filter: string): TwinTable;
}

/** Those of some points that are chosen by their names and what is said of them. */
export const chosenPoints = <T extends { readonly texts: { readonly name: string; readonly said: string } }>(
  points: readonly T[],
  isChosen: IsChosen,
): T[] => points.filter(({ texts }, index) => isChosen(texts.name, [texts.said], index));

/** The rows of racks or panels by their names; the row of a panel has its name at the end. */
export function rowsOf(
  { rows, ...table }: TwinTable,
  things: readonly { readonly texts: { readonly name: string | undefined } }[],
): TwinTable {
  const names = new Set(things.map(({ texts }) => texts.name));
  return { ...table, rows: rows.filter(({ cells }) => names.has(cells[0] || cells.at(-1))) };
}

/** The rows that hold some words. */
export function rowsWith({ rows, ...table }: TwinTable, filter: string): TwinTable {
  const holds = wordSearch(filter);
  return { ...table, rows: rows.filter(({ cells }) => holds(cells.join('\n'))) };
}

/** Which things of a picture are wanted. */
export interface WantedThings {
  /** Words, each of which is in their names or contents. */
  readonly filter: string;
  /** Those alone in which something is wrong; all where nothing is. */
  readonly isTroubled?: boolean | undefined;
}

/** A picture with those things alone that are wanted. */
export function filteredPicture<K extends KindTypes>(
  kind: PictureKind<K>,
  picture: K['picture'],
  { filter, isTroubled = false }: WantedThings,
): K['picture'] {
  const left = (isTroubled && kind.chooseTroubled?.(picture)) || picture;
  if (filter.trim() === '' || !kind.choose) return left;
  const holds = wordSearch(filter);
  return kind.choose(left, (name, contents) => holds([name, ...contents].join('\n')));
}

/** A picture in parts of so many things each, for sheets of paper. */
export function partsOf<K extends KindTypes>(
  kind: PictureKind<K>,
  picture: K['picture'],
  count: number,
): K['picture'][] {
  if (!kind.isPaged) return [picture];
  return Array.from(
    { length: Math.ceil(kind.count(picture) / count) },
    (_, part) =>
      kind.choose?.(picture, (_name, _contents, index) => Math.floor(index / count) === part) ?? picture,
  );
}
