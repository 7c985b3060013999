import { textWidth } from '../../pictures/textWidth.js';
import { chartText, type ChartShape } from '../chartShape.js';
import { shortNumber } from '../quantity.js';
import { markLabelSize } from './placedMarks.js';
import type { SeriesData } from './seriesData.js';
import type { ChartPlaces } from './timeScales.js';

/** Pixels between a line and its label, and from the label to the right edge. */
const [gap, edge] = [4, 4] as const;

/**
 * A line across a chart for each threshold in sight, and what it is above its end, below it where there is no room. Both are on
 * ground, so that they are read over what is drawn.
 */
export const thresholdShapes = ({ axes }: Pick<SeriesData, 'axes'>, { y, box }: ChartPlaces): ChartShape[] =>
  axes.flatMap((axis, place) =>
    (axis.thresholds ?? []).flatMap(({ value, label = '' }): ChartShape[] => {
      const at = Math.round(y(value, place));
      if (!(at >= box.y && at <= box.y + box.height)) return [];
      const above = at - box.y > markLabelSize + gap ? at - gap : at + gap + markLabelSize;
      const text = [label, shortNumber(value, axis)].join(' ').trimStart();
      const end = box.x + box.width;
      const words = chartText(text, { x: end - edge, y: above, anchor: 'end' });
      const width = textWidth(text, markLabelSize) + 2 * edge;
      const line = { kind: 'box', x: box.x, width: box.width } as const;
      const ground = { kind: 'box', fill: 'ground', opacity: 0.75 } as const;
      return [
        { ...ground, x: end - width, y: above - markLabelSize, width, height: markLabelSize + gap },
        { ...line, ...ground, y: at - 2, height: 4 },
        { ...line, y: at - 1, height: 2, fill: 'text' },
        { ...words, size: markLabelSize },
      ];
    }),
  );
