import type { InventoryType } from 'netsensor-contract/inventory/inventoryTypes';

/** What a shape is painted with; a palette says which colour that is in a theme. */
export type Paint = 'ground' | 'raised' | 'text' | 'dim' | 'line' | 'frame' | 'alert' | SeriesPaint;

/** Colours that tell things of one kind apart. */
export const seriesPaints = ['series0', 'series1', 'series2', 'series3', 'series4', 'series5'] as const;
export type SeriesPaint = (typeof seriesPaints)[number];

/** All paints, for whoever makes a palette. */
export const paints: readonly Paint[] = [
  ...(['ground', 'raised', 'text', 'dim', 'line', 'frame', 'alert'] as const),
  ...seriesPaints,
];

/** The strokes of a hatching in a square of 8 units, as a path of SVG. */
export const hatchings = {
  rising: 'M-2 2L2 -2M0 8L8 0M6 10L10 6',
  flat: 'M0 2H8M0 6H8',
  falling: 'M-2 6L2 10M0 0L8 8M6 -2L10 2',
  dots: 'M1 2h2M5 6h2',
  crossed: 'M0 0L8 8M8 0L0 8',
} as const;
export type Hatching = keyof typeof hatchings;

/** A rectangle, in pixels of a drawing that is not zoomed. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface BoxShape extends Box {
  readonly kind: 'box';
  readonly fill?: Paint;
  /** From 0 to 1; 1 where it is left out. */
  readonly opacity?: number;
  readonly hatching?: Hatching;
  readonly stroke?: Paint;
  readonly strokeWidth?: number;
  readonly isDashed?: boolean;
}

/** A picture of pixels, or an SVG of its own, in a box. */
export interface ImageShape extends Box {
  readonly kind: 'image';
  /** A data URL: nothing comes from the network. */
  readonly href: string;
  readonly opacity?: number;
}

/** Lines and what they enclose, as the data of a path of SVG. */
export interface PathShape {
  readonly kind: 'path';
  readonly data: string;
  readonly fill?: Paint;
  /** Of the fill, from 0 to 1; 1 where it is left out. */
  readonly opacity?: number;
  readonly stroke?: Paint;
  readonly strokeWidth?: number;
  /** From 0 to 1; 1 where it is left out. */
  readonly strokeOpacity?: number;
  readonly isDashed?: boolean;
}

/** A full circle around a point. */
export interface DiscShape extends Omit<PathShape, 'kind' | 'data'> {
  readonly kind: 'disc';
  readonly x: number;
  readonly y: number;
  readonly radius: number;
}

/** One line of text; `y` is where its letters stand. */
export interface TextShape {
  readonly kind: 'text';
  readonly x: number;
  readonly y: number;
  readonly text: string;
  readonly size: number;
  readonly paint: Paint;
  readonly anchor?: 'middle' | 'end';
  readonly isBold?: boolean;
  /** What sets its letters apart from what is behind them. */
  readonly halo?: Paint;
  /** Degrees that the line is turned around its place, as the hands of a clock go. */
  readonly angle?: number;
}

export type Shape = BoxShape | ImageShape | PathShape | DiscShape | TextShape;

/** The record that a mark stands for. */
export interface RecordMark {
  readonly type: InventoryType;
  readonly id: number;
}

/** The node of the sensor tree that a mark stands for. */
export interface NodeMark {
  readonly type: 'accessPoint' | 'sensor';
  /** The uuid of a domain or sensor; the id of an access point, or its MAC address where the manager gave it none. */
  readonly key: string;
}

export type MarkTarget = RecordMark | NodeMark;

export const isSameTarget = (one: MarkTarget, other: MarkTarget): boolean =>
  one.type === other.type &&
  ('id' in one ? 'id' in other && one.id === other.id : 'key' in other && one.key === other.key);

/** Shapes that stand for one thing: they take the focus together, are said in words, and lead to their record. */
export interface Mark {
  readonly kind: 'mark';
  /** Tells it from the others of its drawing, also after the records were read again. */
  readonly id: string;
  /**
   * Marks side by side are in different lanes; within one they follow each other from top to bottom. Undefined for marks
   * that stand anywhere on a plane.
   */
  readonly lane: number | undefined;
  readonly box: Box;
  /** What it is, in words. */
  readonly label: string;
  /** Undefined for what is no record yet, or no record at all. */
  readonly opens?: MarkTarget | undefined;
  /** Where it stands in a tree: how deep, from 1, and whether what is below it is shown; undefined without anything below. */
  readonly branch?: { readonly level: number; readonly isOpen: boolean | undefined };
  /** Whether it stands for several things, which are shown when it is chosen. */
  readonly isGroup?: boolean;
  readonly shapes: readonly Shape[];
}

/** A picture as it is drawn: on the screen, in a file, or for an agent. */
export interface Drawing {
  readonly width: number;
  readonly height: number;
  /** What it shows, in words. */
  readonly title: string;
  /** Whether its marks are the branches of a tree. */
  readonly isTree?: boolean;
  /** What lies below its parts and can be moved under the window as one. */
  readonly ground?: readonly (Shape | Mark)[];
  readonly parts: readonly (Shape | Mark)[];
}

/** A picture as rows, for those who do not see it, and for reading. */
export interface TwinTable {
  readonly columns: readonly string[];
  readonly rows: readonly { readonly cells: readonly string[]; readonly opens?: MarkTarget | undefined }[];
}
