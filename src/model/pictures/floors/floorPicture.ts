import { chosenPoints, rowsWith, type PictureKind } from '../pictureKind.js';
import type { KindTypes, PlacedPicture, ShownPicture } from '../shownPicture.js';
import { drawFloor } from './floorDrawing.js';
import { layeredTable } from './floorLayer.js';
import type { FloorMessage, WantedLayer } from './floorMessages.js';
import type { FloorPlane } from './floorPlane.js';
import type { ShownFloor } from './shownFloor.js';

/** The access points of a domain on the plan of their floor. */
export interface FloorPicture extends ShownPicture {
  readonly floor: ShownFloor;
}

export interface FloorTypes extends KindTypes {
  readonly picture: FloorPicture;
  /** The floor whose points can be dragged. */
  readonly placed: PlacedPicture & { readonly plane: FloorPlane };
  readonly words: {
    /** What would be done, with `{0}` for a place. */
    readonly resize: string;
    /** What to click for the scale, and what to click then. */
    readonly measure: readonly [first: string, second: string];
    readonly noBackground: string;
  };
  readonly state: {
    readonly layer?: WantedLayer | undefined;
    readonly isReversed?: boolean | undefined;
  };
  readonly message: FloorMessage;
}

export const floorPicture: PictureKind<FloorTypes> = {
  // Of a floor with thousands of points one wants to see a room.
  mostZoom: 16,
  draw: ({ floor, title }, sheet) => drawFloor(floor, title, sheet),
  // It says by itself when it is empty, and has its background then too.
  count: ({ floor }) => Math.max(floor.points.length, 1),
  choose: ({ floor, ...picture }, isChosen) => ({
    ...picture,
    floor: { ...floor, points: chosenPoints(floor.points, isChosen) },
  }),
  table: (table, { floor }, filter) => layeredTable(rowsWith(table, filter), floor),
};
