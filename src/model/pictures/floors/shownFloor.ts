import type { AccessPointState } from 'netsensor-contract/sensors/nodeRecord';
import type { FloorLayer } from './floorFile.js';
import type { FloorPoint } from './floorPlan.js';

/** An access point and what its picture says. */
export interface ShownPoint extends FloorPoint {
  readonly texts: { readonly name: string; readonly said: string };
}

/** What a floor looks like besides its access points. */
export interface FloorLook {
  /** Where the left upper corner of the background is, in units of the plan. */
  readonly corner: readonly [x: number, y: number];
  /** Units of the plan for a pixel of the background. */
  readonly unitsPerPixel: number;
  /** Undefined while nobody has set the scale. */
  readonly metresPerUnit: number | undefined;
  /** How far access points are estimated to reach, in metres. */
  readonly reach: number;
}

/** What a layer knows of access points, for all of a range of time or for a part of it. */
export interface LayerFrame {
  /** When. */
  readonly label: string;
  /** By the keys of the points. */
  readonly values: Readonly<Record<string, number>>;
}

/** What lies over the plan of a floor. */
export interface ShownLayer {
  readonly kind: FloorLayer;
  /** What it shows, in words. */
  readonly title: string;
  /** The first is of all of the range, the others are replayed; none for a layer that is not about time. */
  readonly frames: readonly LayerFrame[];
  /** What its bands mean, from the lowest. */
  readonly bands: readonly string[];
  /** What its values are called in the table, and how one is written with its unit, with `{0}` for the number. */
  readonly column?: { readonly name: string; readonly value: string };
}

/** The background of a floor, as its page has read it. */
export interface FloorBackground {
  /** A data URL. */
  readonly href: string;
  /** In its pixels. */
  readonly width: number;
  readonly height: number;
}

/** A floor and what its picture says, with `{0}` for numbers. */
export interface ShownFloor {
  readonly points: readonly ShownPoint[];
  /** How many there are; more than are shown while they are filtered. */
  readonly total: number;
  readonly look: FloorLook;
  readonly layer: ShownLayer;
  /** Which frame of the layer is shown; the first where it is left out. */
  readonly frame?: number;
  /** Whether what is weak is drawn strongly. */
  readonly isReversed?: boolean;
  readonly background?: FloorBackground | undefined;
  readonly texts: {
    readonly summary: string;
    readonly filtered: string;
    readonly states: Readonly<Record<AccessPointState, string>>;
    readonly clients: string;
    readonly tray: string;
    readonly more: string;
    readonly units: string;
    readonly metres: string;
    /** Where no point has a place, or there is none. */
    readonly empty: string;
    /** Where the filter lets none through. */
    readonly noMatch: string;
  };
}

/** For what place a picture is drawn, in pixels of the drawing, and how far the screen is zoomed. */
export interface FloorSheet {
  readonly width: number;
  readonly height: number;
  readonly zoom: number;
}
