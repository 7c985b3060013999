import type { Drawing, TwinTable } from './drawing.js';
import type { FloorPlane } from './floors/floorPlane.js';
import type { MapPlane } from './maps/mapPlane.js';
import type { PowerScale, ShownPanel } from './racks/powerDrawing.js';
import type { RackGrid } from './racks/rackDrawing.js';
import type { ShownRack } from './racks/rackSegments.js';
import type { ShownFloor } from './floors/shownFloor.js';
import type { ShownTopology } from './topology/shownTopology.js';
import type { PlacedFlow } from './topology/matrixDrawing.js';
import type { PlacedBranch } from './topology/topologyDrawing.js';
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
