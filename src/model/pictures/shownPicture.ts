import type { Drawing, TwinTable } from './drawing.js';
import { drawRacks, type RackGrid, type RackSheet } from './rackDrawing.js';
import type { ShownRack } from './rackSegments.js';

/** Racks side by side, and their reservations in the slots. */
export interface RackPicture {
  readonly kind: 'racks';
  readonly title: string;
  readonly racks: readonly ShownRack[];
}

/** What a page draws: all that it says is in it, so that it needs nothing else. */
export type ShownPicture = RackPicture;

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
  /** How much of its height one would see at once, in pixels of the drawing. */
  readonly glance: number;
}

/** Draws a picture for a place. */
export function drawPicture(picture: ShownPicture, sheet: RackSheet): PlacedPicture {
  const placed = drawRacks(picture.racks, picture.title, sheet);
  return { ...placed, glance: placed.rowHeight };
}

/** How many things of a picture can be filtered. */
export const countOf = (picture: ShownPicture): number => picture.racks.length;

/** A picture with those things alone that hold each word of a filter in their names or contents. */
export function filteredPicture(picture: ShownPicture, filter: string): ShownPicture {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return picture;
  const holdsAll = ({ texts, reservations }: ShownRack) => {
    const all = [texts.name, ...reservations.map(({ label }) => label)].join('\n').toLowerCase();
    return words.every(word => all.includes(word));
  };
  return { ...picture, racks: picture.racks.filter(holdsAll) };
}
