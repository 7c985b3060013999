import type { Shape, TextShape } from '../pictures/drawing.js';
import type { SeriesPaint } from './seriesLook.js';

/** What a chart is painted with, in a file and on the screen. */
export type ChartPaint = 'text' | 'line' | 'land' | 'ground' | SeriesPaint;
export type ChartShape = Shape<ChartPaint>;

/** A chart as it is drawn in a file; its title is above it. */
export interface ChartPicture {
  readonly width: number;
  readonly height: number;
  readonly shapes: readonly ChartShape[];
  /** How much of what could be drawn is not, a sentence each. */
  readonly cut?: readonly string[];
}

/** A line of text in the usual size. */
export const chartText = (
  text: string,
  { x, y, anchor }: Pick<TextShape, 'x' | 'y' | 'anchor'>,
): TextShape<ChartPaint> => ({ kind: 'text', text, x, y, anchor, size: 11, paint: 'text' });
