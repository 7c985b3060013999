import type { Drawing, TwinTable } from './drawing.js';
import type { FloorPlane } from './floors/floorPlane.js';

/** What a page draws: all that it says is in it, so that it needs nothing else. */
export interface ShownPicture {
  readonly title: string;
}

/** A picture, and the same as rows. */
export interface PictureWithTable<P extends ShownPicture = ShownPicture> {
  readonly picture: P;
  readonly table: TwinTable;
}

/** A picture in a place. */
export interface PlacedPicture {
  readonly drawing: Drawing;
  /** How much of its height one would see at once, in pixels of the drawing; left out for what is read line by line. */
  readonly glance?: number;
  /** Whether what was looked for in it is read, not looked over. */
  readonly isRead?: boolean;
  /** The plan of which something stays where it is in a window of another size. */
  readonly plane?: FloorPlane;
}

/** What is of one kind of picture alone. */
export interface KindTypes {
  readonly picture: ShownPicture;
  /** It in a place, with what gestures need to know of it. */
  readonly placed: PlacedPicture;
  /** Sentences that its page fills in itself. */
  readonly words: object;
  /** What its page keeps over a reload. */
  readonly state: object;
  /** What its page asks. */
  readonly message: object;
}
