import type { InventoryType } from 'netsensor-contract/inventory/inventoryTypes';

/** What a shape is painted with; a palette says which colour that is in a theme. */
export type Paint = 'ground' | 'raised' | 'text' | 'dim' | 'line' | 'frame' | 'alert' | SeriesPaint;

/** Colours that tell things of one kind apart. */
export const seriesPaints = ['series0', 'series1', 'series2', 'series3', 'series4', 'series5'] as const;
export type SeriesPaint = (typeof seriesPaints)[number];

/** The strokes of hatchings in a square of {@link hatchingSide} units, as a path of SVG. */
export const hatchings = {
  rising: 'M-2 2L2 -2M0 8L8 0M6 10L10 6',
  falling: 'M-2 6L2 10M0 0L8 8M6 -2L10 2',
  crossed: 'M0 0L8 8M8 0L0 8',
  flat: 'M0 4H8',
  ruled: 'M0 2H8M0 6H8',
  upright: 'M4 0V8',
  squares: 'M0 4H8M4 0V8',
  dots: 'M3 4h2M7 0h2M-1 0h2M7 8h2M-1 8h2',
  strokes: 'M1 2h2M5 6h2',
  zigzag: 'M0 6L4 2L8 6',
  bricks: 'M0 2H4M4 6H8',
} as const;
export type Hatching = keyof typeof hatchings;
export const hatchingSide = 8;

/** A rectangle, in pixels of a drawing that is not zoomed. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** How lines and what they enclose are painted. */
interface Painted<P extends string> {
  readonly fill?: P;
  /** Of the fill, from 0 to 1; 1 where it is left out. */
  readonly opacity?: number;
  readonly hatching?: Hatching;
  readonly stroke?: P;
  readonly strokeWidth?: number;
  /** From 0 to 1; 1 where it is left out. */
  readonly strokeOpacity?: number;
  /** Lengths of dashes and gaps; a whole line where it is left out. */
  readonly dash?: readonly number[];
}

/** The dashes of what is not settled. */
export const dashed = [4, 3] as const;

export interface BoxShape<P extends string = Paint> extends Box, Painted<P> {
  readonly kind: 'box';
}

/** A picture of pixels, or an SVG of its own, in a box. */
export interface ImageShape extends Box {
  readonly kind: 'image';
  /** A data URL: nothing comes from the network. */
  readonly href: string;
  readonly opacity?: number;
}

/** Lines and what they enclose, as the data of a path of SVG. */
export interface PathShape<P extends string = Paint> extends Painted<P> {
  readonly kind: 'path';
  readonly data: string;
}

/** A full circle around a point. */
export interface DiscShape<P extends string = Paint> extends Painted<P> {
  readonly kind: 'disc';
  readonly x: number;
  readonly y: number;
  readonly radius: number;
}

/** One line of text; `y` is where its letters stand. */
export interface TextShape<P extends string = Paint> {
  readonly kind: 'text';
  readonly x: number;
  readonly y: number;
  readonly text: string;
  readonly size: number;
  readonly paint: P;
  readonly anchor?: 'middle' | 'end';
  readonly isBold?: boolean;
  readonly isItalic?: boolean;
  /** What sets its letters apart from what is behind them. */
  readonly halo?: P;
  /** Degrees that the line is turned around its place, as the hands of a clock go. */
  readonly angle?: number;
}

/** @template P the names of what it is painted with */
export type Shape<P extends string = Paint> =
  BoxShape<P> | ImageShape | PathShape<P> | DiscShape<P> | TextShape<P>;

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
export interface Mark<P extends string = Paint> {
  readonly kind: 'mark';
  /** Tells it from the others of its drawing, also after the records were read again. */
  readonly id: string;
  /**
   * Marks side by side are in different lanes; within one they follow each other from top to bottom. Undefined for marks
   * that stand anywhere on a plane.
   */
  readonly lane: number | undefined;
  readonly box: Box;
  /** What it is, in words; undefined where what is around the drawing says it. */
  readonly label?: string | undefined;
  /** Undefined for what is no record yet, or no record at all. */
  readonly opens?: MarkTarget | undefined;
  /** Where it stands in a tree: how deep, from 1, and whether what is below it is shown; undefined without anything below. */
  readonly branch?: { readonly level: number; readonly isOpen: boolean | undefined };
  /** Whether it stands for several things, which are shown when it is chosen. */
  readonly isGroup?: boolean;
  readonly shapes: readonly Shape<P>[];
}

/** A picture as it is drawn: on the screen, in a file, or for an agent. */
export interface Drawing<P extends string = Paint> {
  readonly width: number;
  readonly height: number;
  /** Pixels above its zero, for what stands over it. */
  readonly above?: number;
  /** What it shows, in words. */
  readonly title: string;
  /** Whether its marks are the branches of a tree. */
  readonly isTree?: boolean;
  /** What lies below its parts and can be moved under the window as one. */
  readonly ground?: readonly (Shape<P> | Mark<P>)[];
  readonly parts: readonly (Shape<P> | Mark<P>)[];
}

/** A picture as rows, for those who do not see it, and for reading. */
export interface TwinTable {
  readonly columns: readonly string[];
  readonly rows: readonly { readonly cells: readonly string[]; readonly opens?: MarkTarget | undefined }[];
}
