import { chartSvg } from '../../model/charts/captionedChart.js';
import type { Caption } from '../../model/results/caption.js';
import { colorOf, themeColors } from './look.js';
import type { Drawing } from './chartView.js';

/** The text of an SVG file of a chart with the colours of the theme. */
export function chartFile(drawing: Pick<Drawing, 'element' | 'picture'>, caption: Caption): string {
  const colors = themeColors(drawing.element);
  return chartSvg(drawing.picture(), caption, {
    font: colors.font,
    colorOf: paint => colorOf(paint, colors),
  });
}
