import type { Drawing, TwinTable } from './drawing.js';
import { drawPower, type PowerScale, type ShownPanel } from './powerDrawing.js';
import { drawRacks, type RackGrid, type RackSheet } from './rackDrawing.js';
import type { ShownRack } from './rackSegments.js';

/** Racks side by side, and their reservations in the slots. */
export interface RackPicture {
  readonly kind: 'racks';
  readonly title: string;
  readonly racks: readonly ShownRack[];
}

/** Panels, their feeds and what these can carry. */
export interface PowerPicture {
  readonly kind: 'power';
  readonly title: string;
  readonly panels: readonly ShownPanel[];
  readonly scale: PowerScale;
}

/** What a page draws: all that it says is in it, so that it needs nothing else. */
export type ShownPicture = RackPicture | PowerPicture;

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
  /** How much of its height one would see at once, in pixels of the drawing; undefined for what is read line by line. */
  readonly glance: number | undefined;
}

/** Draws a picture for a place. */
export function drawPicture(picture: ShownPicture, sheet: RackSheet): PlacedPicture {
  switch (picture.kind) {
    case 'racks': {
      const { rowHeight, ...placed } = drawRacks(picture.racks, picture.title, sheet);
      return { ...placed, glance: rowHeight };
    }
    case 'power':
      return { drawing: drawPower({ ...picture, width: sheet.width }), grids: [], glance: undefined };
  }
}

/** How many things of a picture can be filtered. */
export const countOf = (picture: ShownPicture): number =>
  (picture.kind === 'racks' ? picture.racks : picture.panels).length;

/** A picture with those things alone that hold each word of a filter in their names or contents. */
export function filteredPicture(picture: ShownPicture, filter: string): ShownPicture {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return picture;
  return chosenOf(picture, (name, contents) => {
    const all = [name, ...contents].join('\n').toLowerCase();
    return words.every(word => all.includes(word));
  });
}

/** A picture in parts of so many things each, for sheets of paper. */
export function partsOf(picture: ShownPicture, count: number): ShownPicture[] {
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
  if (picture.kind === 'racks') {
    const racks = picture.racks.filter(({ texts, reservations }, index) =>
      isChosen(
        texts.name,
        reservations.map(({ label }) => label),
        index,
      ),
    );
    return { ...picture, racks };
  }
  const panels = picture.panels.filter(({ texts, feeds }, index) =>
    isChosen(
      texts.name,
      feeds.flatMap(feed => [feed.texts.name, ...feed.texts.racks]),
      index,
    ),
  );
  return { ...picture, panels };
}
