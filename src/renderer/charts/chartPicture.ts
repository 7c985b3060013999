import { chartSvg } from '../../model/charts/captionedChart.js';
import type { ChartPicture } from '../../model/charts/chartShape.js';
import type { Caption } from '../../model/results/caption.js';
import { colorOf, themeColors } from './look.js';

/** The text of an SVG file of a chart with the colours of the theme around its drawing. */
export function chartFile(drawing: HTMLElement, picture: ChartPicture, caption: Caption): string {
  const colors = themeColors(drawing);
  return chartSvg(picture, caption, { font: colors.font, colorOf: paint => colorOf(paint, colors) });
}
