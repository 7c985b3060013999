import { unturned } from 'netsensor-contract/text/plainText';
import type { Drawing, TextShape } from '../pictures/drawing.js';
import { boldness, fitted, textWidth } from '../pictures/textWidth.js';
import { writeSvg, type Palette } from '../pictures/writeSvg.js';
import type { Caption } from '../results/caption.js';
import { chartText, type ChartPaint, type ChartPicture } from './chartShape.js';
import { chartHatched } from './seriesLook.js';

/** Pixels for a title and the line below it, under which a chart begins. */
const titleHeight = 40;
/** Of lines of a caption. */
const lineHeight = 16;
const margin = 8;
/** A file is made wider for its caption, but not wider than charts are on the screen. */
const mostForCaption = 1100;

/** The text of an SVG file of a chart: its title above, and below it what is not in it. */
export const chartSvg = (
  picture: ChartPicture,
  caption: Caption,
  colors: Pick<Palette<ChartPaint>, 'font' | 'colorOf'>,
): string =>
  unturned(writeSvg<ChartPaint>(captionedChart(picture, caption), { ...colors, hatched: chartHatched }));

/** Lines that do not fit are cut. */
function captionedChart(
  { width, height, shapes }: ChartPicture,
  { title, subtitle, notes }: Caption,
): Drawing<ChartPaint> {
  const top = 16 - titleHeight;
  const lines = [
    { ...chartText(title, { x: margin, y: top }), size: 12, isBold: true },
    chartText(subtitle, { x: margin, y: top + lineHeight }),
    ...notes.map((note, row) => chartText(note, { x: margin, y: height + row * lineHeight + 12 })),
  ].filter(({ text }) => text !== '');
  const needed = lines.map(line => 2 * margin + textWidth(line.text, sizeOf(line)));
  const whole = Math.max(width, Math.ceil(Math.min(mostForCaption, Math.max(0, ...needed))));
  const words = lines.map(line => ({ ...line, text: fitted(line.text, sizeOf(line), whole - 2 * margin) }));
  return {
    width: whole,
    height: height + notes.length * lineHeight + (notes.length && margin),
    above: titleHeight,
    title,
    parts: [...shapes, ...words],
  };
}

const sizeOf = ({ size, isBold }: TextShape<ChartPaint>) => (isBold ? size * boldness : size);
