import type { CaptionView } from '../captionView.js';
import type { ChartPicture } from '../../model/charts/chartShape.js';

/** A drawing of a result. */
export interface Drawing {
  readonly element: HTMLElement;
  /** Draws what needs colours and a size: when the element is in its document, and again when the theme has changed. */
  draw?(): void;
  dispose?(): void;
  /** The drawing as it is in a file. */
  picture(): ChartPicture;
}

/** A drawing with its title and its notes. */
export interface ChartView {
  readonly element: HTMLElement;
  readonly drawing: Drawing;
  /** What it shows, above it. */
  readonly caption: CaptionView;
  /** The drawing with its title as the text of an SVG file. */
  readonly picture: () => string;
}

/** What a drawing tells the view around it. */
export interface ChartEvents {
  /** Something to be said by a screen reader. */
  readonly announce: (sentence: string) => void;
  /** Something else is to be drawn, because a person has chosen so. */
  readonly onDidChoose: () => void;
}
