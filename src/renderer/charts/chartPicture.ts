import type { Shape, TextShape } from '../../model/pictures/drawing.js';
import { boldness, fitted, textWidth } from '../../model/pictures/textWidth.js';
import { writeSvg } from '../../model/pictures/writeSvg.js';
import type { Caption } from '../../model/results/caption.js';
import { chartHatched, themeColors, type SeriesPaint, type ThemeColors } from './look.js';

/** What a chart in a file is painted with: colours of the theme. */
export type ChartPaint = Exclude<keyof ThemeColors, 'series' | 'font'> | SeriesPaint;
export type ChartShape = Shape<ChartPaint>;

/** A chart as it is drawn in a file, below the room for what is said above it. */
export interface ChartPicture {
  readonly width: number;
  /** With the room above. */
  readonly height: number;
  readonly shapes: readonly ChartShape[];
}

/** Pixels for a title and the line below it, under which a chart begins. */
export const titleHeight = 40;
/** Of lines of a caption. */
const lineHeight = 16;
const margin = 8;
/** A file is made wider for its caption, but not wider than charts are on the screen. */
const mostForCaption = 1100;

/** What is drawn on the screen, and how it is in a file. */
interface DrawnChart {
  readonly element: HTMLElement;
  picture(): ChartPicture;
}

/** The text of an SVG file of a chart with the colours of the theme: its title above, and below it what is not in it. */
export function chartFile(drawing: DrawnChart, caption: Caption): string {
  const colors = themeColors(drawing.element);
  return writeSvg<ChartPaint>(
    { ...withCaption(drawing.picture(), caption), title: caption.title },
    {
      font: colors.font,
      colorOf: paint =>
        colors[paint as keyof ThemeColors & ChartPaint] ??
        colors.series[Number(paint.slice('series'.length))],
      hatched: chartHatched,
    },
  );
}

/** Lines that do not fit are cut. */
function withCaption({ width, height, shapes }: ChartPicture, { title, subtitle, notes }: Caption) {
  const lines = [
    { ...chartText(title, { x: margin, y: 16 }), size: 12, isBold: true },
    chartText(subtitle, { x: margin, y: 16 + lineHeight }),
    ...notes.map((note, row) => chartText(note, { x: margin, y: height + row * lineHeight + 12 })),
  ].filter(({ text }) => text !== '');
  const needed = lines.map(line => 2 * margin + textWidth(line.text, sizeOf(line)));
  const whole = Math.max(width, Math.ceil(Math.min(mostForCaption, Math.max(0, ...needed))));
  const parts = lines.map(line => ({ ...line, text: fitted(line.text, sizeOf(line), whole - 2 * margin) }));
  return {
    width: whole,
    height: height + notes.length * lineHeight + (notes.length && margin),
    parts: [...shapes, ...parts],
  };
}

const sizeOf = ({ size, isBold }: TextShape<ChartPaint>) => (isBold ? size * boldness : size);

/** A line of text in the usual size. */
export const chartText = (
  text: string,
  { x, y, anchor }: Pick<TextShape, 'x' | 'y' | 'anchor'>,
): TextShape<ChartPaint> => ({ kind: 'text', text, x, y, anchor, size: 11, paint: 'text' });
