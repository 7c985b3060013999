import { wordSearch } from 'netsensor-contract/text/looseValues';
import type { TwinTable } from './drawing.js';
import { drawFloor } from './floors/floorDrawing.js';
import { layeredTable } from './floors/floorLayer.js';
import type { FloorSheet } from './floors/shownFloor.js';
import { drawMap } from './maps/mapDrawing.js';
import { drawPower } from './racks/powerDrawing.js';
import { drawRacks } from './racks/rackDrawing.js';
import { isTroubled } from './racks/rackSegments.js';
import { goesBy, recordNamed, type NamedThing } from './shownThings.js';
import type { PlacedPicture, ShownPicture } from './shownPicture.js';
import { drawMatrix } from './topology/matrixDrawing.js';
import { drawTopology } from './topology/topologyDrawing.js';

/** Tells of a thing by its name, what it holds, and its place among the others. */
type IsChosen = (name: string, contents: readonly string[], index: number) => boolean;

/** What is the same for all pictures of a kind. */
export interface PictureKind<P extends ShownPicture = ShownPicture> {
  /** Whether something of it can be dragged where the connection lets one change things. */
  readonly isDraggable: boolean;
  /** Where a click on what has a document leads; with Ctrl always to the document. */
  readonly leadsTo: 'document' | 'node';
  /** Whether it moves under the window by itself, and has nothing to scroll. */
  readonly isMoving: boolean;
  /** Whether its things can be drawn on several sheets of paper. */
  readonly isPaged: boolean;
  /** Pixels of a sheet of paper on its side. */
  readonly paper: { readonly width: number; readonly height: number };
  /** How many times as large as it is drawn first. */
  readonly mostZoom: number;
  draw(picture: P, sheet: FloorSheet): PlacedPicture;
  /** How many things of it can be filtered. */
  count(picture: P): number;
  /** Whether sums would be wrong without some of it. */
  isWhole?(picture: P): boolean;
  /** The picture with those things alone that are chosen. */
  choose(picture: P, isChosen: IsChosen): P;
  /** The picture with those things alone in which something is wrong; with all where nothing is. */
  chooseTroubled?(picture: P): P;
  /** How much is wrong in it, in words; empty where nothing is. */
  trouble?(picture: P): string;
  /** The rows that are of what the picture shows, also of what has no place in it. */
  table(table: TwinTable, picture: P, filter: string): TwinTable;
  /** What the picture calls what has a document, by what that goes by. A topology shows nothing of open documents. */
  things(picture: P): readonly NamedThing[];
}

type Kinds = { readonly [Kind in ShownPicture['kind']]: PictureKind<Extract<ShownPicture, { kind: Kind }>> };

const paper = { width: 1040, height: 700 };

/** All kinds of pictures. What a kind needs of VS Code stands in `pictureSources`, what its page does in `kindTools`. */
export const pictureKinds: Kinds = {
  racks: {
    isDraggable: true,
    leadsTo: 'document',
    isMoving: false,
    isPaged: true,
    // As wide as the widest racks are side by side: a second row of them would be half as large.
    paper: { ...paper, width: 1200 },
    mostZoom: 4,
    draw: ({ racks, title }, sheet) => {
      const { rowHeight, ...placed } = drawRacks(racks, title, sheet);
      return { ...placed, glance: rowHeight };
    },
    count: ({ racks }) => racks.length,
    choose: (picture, isChosen) => ({
      ...picture,
      racks: picture.racks.filter(({ texts, reservations }, index) =>
        isChosen(
          texts.name,
          reservations.map(({ label }) => label),
          index,
        ),
      ),
    }),
    trouble: ({ trouble }) => trouble,
    chooseTroubled: picture => {
      const racks = picture.racks.filter(isTroubled);
      return racks.length > 0 ? { ...picture, racks } : picture;
    },
    table: (table, { racks }) => rowsOf(table, racks),
    things: ({ racks }) =>
      racks.flatMap(({ id, texts, reservations }) => [
        [goesBy({ type: 'racks', id }), texts.name],
        ...reservations.map(({ label, ...own }) => recordNamed('rack_reservations', own, label)),
      ]),
  },
  power: {
    isDraggable: false,
    leadsTo: 'document',
    isMoving: false,
    isPaged: true,
    paper,
    mostZoom: 4,
    draw: (picture, { width }) => ({
      drawing: drawPower({ ...picture, width }),
      grids: [],
      glance: undefined,
    }),
    count: ({ panels }) => panels.length,
    choose: (picture, isChosen) => ({
      ...picture,
      panels: picture.panels.filter(({ texts, feeds }, index) =>
        isChosen(
          texts.name,
          feeds.flatMap(feed => [feed.texts.name, ...feed.texts.racks]),
          index,
        ),
      ),
    }),
    table: (table, { panels }) => rowsOf(table, panels),
    things: ({ panels }) =>
      panels.flatMap(({ id, texts, feeds }): NamedThing[] => [
        ...(id === undefined ? [] : [[goesBy({ type: 'power_panels', id }), texts.name] as const]),
        ...feeds.map(feed => recordNamed('power_feeds', feed, feed.texts.name)),
      ]),
  },
  floor: {
    isDraggable: true,
    leadsTo: 'document',
    isMoving: false,
    isPaged: false,
    paper,
    // Of a floor with thousands of points one wants to see a room.
    mostZoom: 16,
    draw: ({ floor, title }, sheet) => ({ ...drawFloor(floor, title, sheet), grids: [], glance: undefined }),
    // It says by itself when it is empty, and has its background then too.
    count: ({ floor }) => Math.max(floor.points.length, 1),
    choose: ({ floor, ...picture }, isChosen) => ({
      ...picture,
      floor: { ...floor, points: chosenPoints(floor.points, isChosen) },
    }),
    table: (table, { floor }, filter) => layeredTable(rowsWith(table, filter), floor),
    things: ({ floor }) =>
      floor.points.flatMap(({ key, mac, texts: { name } }): NamedThing[] => [
        [key, name],
        [goesBy({ type: 'accessPoint', key }), name],
        ...(mac === undefined ? [] : [[goesBy({ type: 'accessPoint', key: mac }), name] as const]),
      ]),
  },
  topology: {
    isDraggable: false,
    leadsTo: 'node',
    isMoving: false,
    isPaged: false,
    paper,
    mostZoom: 4,
    draw: ({ topology, title }, sheet) => ({
      ...(topology.view === 'tree'
        ? drawTopology(topology, title, sheet)
        : drawMatrix(topology, title, sheet)),
      grids: [],
    }),
    // So does a matrix say when it is empty.
    count: ({ topology }) => (topology.view === 'tree' ? topology.branches.length : 1),
    isWhole: ({ topology }) => topology.view !== 'tree',
    // It is filtered where all of the tree is known, and its table is made there too.
    choose: picture => picture,
    table: table => table,
    things: () => [],
  },
  map: {
    isDraggable: false,
    leadsTo: 'node',
    isMoving: true,
    isPaged: false,
    paper,
    mostZoom: 1,
    draw: ({ map, title }, sheet) => ({ ...drawMap(map, title, sheet), grids: [], glance: undefined }),
    count: ({ map }) => map.points.length,
    choose: ({ map, ...picture }, isChosen) => ({
      ...picture,
      map: { ...map, points: chosenPoints(map.points, isChosen) },
    }),
    table: (table, _picture, filter) => rowsWith(table, filter),
    things: ({ map }) =>
      map.points.flatMap(({ opens, texts }): NamedThing[] => (opens ? [[goesBy(opens), texts.name]] : [])),
  },
};

/** The kind of a picture. */
export const kindOf = (picture: ShownPicture): PictureKind => pictureKinds[picture.kind];

/** Draws a picture for a place. */
export const drawPicture = (picture: ShownPicture, sheet: FloorSheet): PlacedPicture =>
  kindOf(picture).draw(picture, sheet);

const chosenPoints = <T extends { readonly texts: { readonly name: string; readonly said: string } }>(
  points: readonly T[],
  isChosen: IsChosen,
): T[] => points.filter(({ texts }, index) => isChosen(texts.name, [texts.said], index));

/** The rows of racks or panels by their names; the row of a panel has its name at the end. */
function rowsOf(
  { rows, ...table }: TwinTable,
  things: readonly { readonly texts: { readonly name: string | undefined } }[],
): TwinTable {
  const names = new Set(things.map(({ texts }) => texts.name));
  return { ...table, rows: rows.filter(({ cells }) => names.has(cells[0] || cells.at(-1))) };
}

function rowsWith({ rows, ...table }: TwinTable, filter: string): TwinTable {
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
export function filteredPicture(picture: ShownPicture, wanted: WantedThings): ShownPicture {
  const kind = kindOf(picture);
  const left = (wanted.isTroubled && kind.chooseTroubled?.(picture)) || picture;
  if (wanted.filter.trim() === '') return left;
  const holds = wordSearch(wanted.filter);
  return kind.choose(left, (name, contents) => holds([name, ...contents].join('\n')));
}

/** A picture in parts of so many things each, for sheets of paper. */
export function partsOf(picture: ShownPicture, count: number): ShownPicture[] {
  const kind = kindOf(picture);
  if (!kind.isPaged) return [picture];
  return Array.from({ length: Math.ceil(kind.count(picture) / count) }, (_, part) =>
    kind.choose(picture, (_name, _contents, index) => Math.floor(index / count) === part),
  );
}
