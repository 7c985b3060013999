import type { PictureMessage } from '../../../src/model/pictures/pictureMessages.js';

/** What a page is sent, and the kind of its picture. */
export interface PictureToDraw {
  readonly kind: string;
  readonly message: PictureMessage;
}

/** Milliseconds of a picture, and of the same shapes when the browser is given the text of the SVG. */
export interface PictureTimes {
  readonly ours: Steps;
  readonly plain: Steps;
  /** Elements of the SVG. */
  readonly elements: number;
}

/** Milliseconds until the frame that shows it, and between frames while the picture moves under the window. */
export interface Steps {
  readonly firstPaint: number;
  readonly zoomed: number;
  readonly panMedian: number;
  readonly panP95: number;
}
