import { wordSearch } from '../text/looseValues.js';
import type { Drawing, TwinTable } from './drawing.js';
import { drawFloor } from './floors/floorDrawing.js';
import type { FloorPlane } from './floors/floorPlane.js';
import { drawMap } from './maps/mapDrawing.js';
import type { MapPlane } from './maps/mapPlane.js';
import { drawPower, type PowerScale, type ShownPanel } from './racks/powerDrawing.js';
import { drawRacks, type RackGrid } from './racks/rackDrawing.js';
import { isTroubled, type ShownRack } from './racks/rackSegments.js';
import type { FloorSheet, ShownFloor } from './floors/shownFloor.js';
import type { ShownTopology } from './topology/shownTopology.js';
import { drawMatrix, type PlacedFlow } from './topology/matrixDrawing.js';
import { drawTopology, type PlacedBranch } from './topology/topologyDrawing.js';
import type { ShownMap } from './maps/shownMap.js';

/** Racks side by side, and their reservations in the slots. */
export interface RackPicture {
  readonly kind: 'racks';
  readonly title: string;
  readonly racks: readonly ShownRack[];
  /** How much clashes and does not fit in all of them; empty where nothing does. */
  readonly trouble: string;
}

/** Panels, their feeds and what these can carry. */
export interface PowerPicture {
  readonly kind: 'power';
  readonly title: string;
  readonly panels: readonly ShownPanel[];
  readonly scale: PowerScale;
}

/** The access points of a domain on the plan of their floor. */
export interface FloorPicture {
  readonly kind: 'floor';
  readonly title: string;
  readonly floor: ShownFloor;
}

/** What is below a domain, as a tree, or who talks to whom there. */
export interface TopologyPicture {
  readonly kind: 'topology';
  readonly title: string;
  readonly topology: ShownTopology;
}

/** Nodes on the map of the world. */
export interface MapPicture {
  readonly kind: 'map';
  readonly title: string;
  readonly map: ShownMap;
}

/** What a page draws: all that it says is in it, so that it needs nothing else. */
export type ShownPicture = RackPicture | PowerPicture | FloorPicture | TopologyPicture | MapPicture;

/** A picture, and the same as rows. */
export interface PictureWithTable {
  readonly picture: ShownPicture;
  readonly table: TwinTable;
}

/** A picture in a place, and what gestures need to know of it. */
export interface PlacedPicture {
  readonly drawing: Drawing;
  /** The racks whose units can be dragged. */
  readonly grids: readonly RackGrid[];
  /** The floor whose points can be dragged. */
  readonly plane?: FloorPlane;
  /** The branches of a tree, by their marks. */
  readonly branches?: ReadonlyMap<string, PlacedBranch>;
  /** The flows of a matrix, by their marks. */
  readonly flows?: ReadonlyMap<string, PlacedFlow>;
  /** The map that can be moved under the window. */
  readonly map?: MapPlane;
  /** How much of its height one would see at once, in pixels of the drawing; undefined for what is read line by line. */
  readonly glance: number | undefined;
}

/** Draws a picture for a place. */
export function drawPicture(picture: ShownPicture, sheet: FloorSheet): PlacedPicture {
  switch (picture.kind) {
    case 'racks': {
      const { rowHeight, ...placed } = drawRacks(picture.racks, picture.title, sheet);
      return { ...placed, glance: rowHeight };
    }
    case 'power':
      return { drawing: drawPower({ ...picture, width: sheet.width }), grids: [], glance: undefined };
    case 'floor':
      return { ...drawFloor(picture.floor, picture.title, sheet), grids: [], glance: undefined };
    case 'topology': {
      const { topology, title } = picture;
      return topology.view === 'tree'
        ? { ...drawTopology(topology, title, sheet), grids: [] }
        : { ...drawMatrix(topology, title, sheet), grids: [] };
    }
    case 'map':
      return { ...drawMap(picture.map, picture.title, sheet), grids: [], glance: undefined };
  }
}

/** How many things of a picture can be filtered. */
export function countOf(picture: ShownPicture): number {
  switch (picture.kind) {
    case 'racks':
      return picture.racks.length;
    case 'power':
      return picture.panels.length;
    case 'floor':
      // It says by itself when it is empty, and has its background then too.
      return Math.max(picture.floor.points.length, 1);
    case 'topology':
      // So does a matrix.
      return picture.topology.view === 'tree' ? picture.topology.branches.length : 1;
    case 'map':
      return picture.map.points.length;
  }
}

/** Which things of a picture are wanted. */
export interface WantedThings {
  /** Words, each of which is in their names or contents. */
  readonly filter: string;
  /** Of racks those alone in which something clashes or does not fit; all where nothing does. */
  readonly isTroubled?: boolean | undefined;
}

/** A picture with those things alone that are wanted. */
export function filteredPicture(
  picture: ShownPicture,
  { filter, isTroubled: isOnly }: WantedThings,
): ShownPicture {
  if (picture.kind === 'racks' && isOnly && picture.racks.some(isTroubled))
    return filteredPicture({ ...picture, racks: picture.racks.filter(isTroubled) }, { filter });
  if (filter.trim() === '') return picture;
  const holds = wordSearch(filter);
  return chosenOf(picture, (name, contents) => holds([name, ...contents].join('\n')));
}

/**
 * The rows of a table that are of the things that a picture shows: of racks and panels all of theirs, of others each that
 * holds the words, also what has no place in the picture. A topology is filtered where its table is made.
 * @param picture with those things alone that are wanted
 */
export function filteredTable(table: TwinTable, picture: ShownPicture, filter: string): TwinTable {
  if (picture.kind === 'topology') return table;
  if (picture.kind === 'floor' || picture.kind === 'map') {
    const holds = wordSearch(filter);
    return { ...table, rows: table.rows.filter(({ cells }) => holds(cells.join('\n'))) };
  }
  const things = picture.kind === 'racks' ? picture.racks : picture.panels;
  const names = new Set<string | undefined>(things.map(({ texts }) => texts.name));
  // The row of a panel has its name at the end.
  return { ...table, rows: table.rows.filter(({ cells }) => names.has(cells[0] || cells.at(-1))) };
}

/** A picture in parts of so many things each, for sheets of paper; a floor, a tree and a map are one. */
export function partsOf(picture: ShownPicture, count: number): ShownPicture[] {
  if (picture.kind === 'floor' || picture.kind === 'topology' || picture.kind === 'map') return [picture];
  const parts = Math.ceil(countOf(picture) / count);
  return Array.from({ length: parts }, (_, part) => {
    const isOfPart = (index: number) => Math.floor(index / count) === part;
    return chosenOf(picture, (_name, _contents, index) => isOfPart(index));
  });
}

function chosenOf(
  picture: ShownPicture,
  isChosen: (name: string, contents: readonly string[], index: number) => boolean,
): ShownPicture {
  switch (picture.kind) {
    case 'racks': {
      const racks = picture.racks.filter(({ texts, reservations }, index) =>
        isChosen(
          texts.name,
          reservations.map(({ label }) => label),
          index,
        ),
      );
      return { ...picture, racks };
    }
    case 'power': {
      const panels = picture.panels.filter(({ texts, feeds }, index) =>
        isChosen(
          texts.name,
          feeds.flatMap(feed => [feed.texts.name, ...feed.texts.racks]),
          index,
        ),
      );
      return { ...picture, panels };
    }
    case 'floor': {
      const points = picture.floor.points.filter(({ texts }, index) =>
        isChosen(texts.name, [texts.said], index),
      );
      return { ...picture, floor: { ...picture.floor, points } };
    }
    case 'topology':
      // It is filtered where all of the tree is known.
      return picture;
    case 'map': {
      const points = picture.map.points.filter(({ texts }, index) =>
        isChosen(texts.name, [texts.said], index),
      );
      return { ...picture, map: { ...picture.map, points } };
    }
  }
}
