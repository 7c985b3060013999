import type { Shape, TextShape } from '../../model/pictures/drawing.js';
import { writeSvg } from '../../model/pictures/writeSvg.js';
import { chartHatched, themeColors, type SeriesPaint, type ThemeColors } from './look.js';

/** What a chart in a file is painted with: colours of the theme. */
export type ChartPaint = Exclude<keyof ThemeColors, 'series' | 'font'> | SeriesPaint;
export type ChartShape = Shape<ChartPaint>;

/** A chart as it is drawn in a file, below the room for its title. */
export interface ChartPicture {
  readonly width: number;
  /** With the room for its title. */
  readonly height: number;
  readonly shapes: readonly ChartShape[];
}

/** Pixels for the title, below which a chart begins. */
export const titleHeight = 24;

/** What is drawn on the screen, and how it is in a file. */
interface DrawnChart {
  readonly element: HTMLElement;
  picture(): ChartPicture;
}

/** The text of an SVG file of a chart with the colours of the theme, and its title above. */
export function chartFile(drawing: DrawnChart, title: string): string {
  const colors = themeColors(drawing.element);
  const { shapes, ...size } = drawing.picture();
  const heading = { ...chartText(title, { x: 8, y: 16 }), size: 12, isBold: true };
  return writeSvg<ChartPaint>(
    { ...size, title, parts: [...shapes, heading] },
    {
      font: colors.font,
      colorOf: paint =>
        colors[paint as keyof ThemeColors & ChartPaint] ??
        colors.series[Number(paint.slice('series'.length))],
      hatched: chartHatched,
    },
  );
}

/** A line of text in the usual size. */
export const chartText = (
  text: string,
  { x, y, anchor }: Pick<TextShape, 'x' | 'y' | 'anchor'>,
): TextShape<ChartPaint> => ({ kind: 'text', text, x, y, anchor, size: 11, paint: 'text' });
