import type { AccessPointState } from '../sensors/nodeRecord.js';
import type { FloorPoint } from './floorPlan.js';

/** An access point and what its picture says. */
export interface ShownPoint extends FloorPoint {
  readonly texts: { readonly name: string; readonly said: string };
}

/** A floor and what its picture says, with `{0}` for numbers. */
export interface ShownFloor {
  readonly points: readonly ShownPoint[];
  /** How many there are; more than are shown while they are filtered. */
  readonly total: number;
  readonly texts: {
    readonly summary: string;
    readonly filtered: string;
    readonly states: Readonly<Record<AccessPointState, string>>;
    readonly clients: string;
    readonly tray: string;
    readonly more: string;
    readonly units: string;
    /** Where no point has a place. */
    readonly empty: string;
  };
}

/** For what place a picture is drawn, in pixels of the drawing, and how far the screen is zoomed. */
export interface FloorSheet {
  readonly width: number;
  readonly height: number;
  readonly zoom: number;
}
