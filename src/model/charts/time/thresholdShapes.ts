import { chartText, type ChartShape } from '../chartShape.js';
import { shortNumber } from '../quantity.js';
import { markLabelSize } from './placedMarks.js';
import type { SeriesData } from './seriesData.js';
import type { ChartPlaces } from './timeScales.js';

/** Pixels between a line and its label, and from the label to the right edge. */
const [gap, edge] = [4, 4] as const;

/** A line across a chart for each threshold in sight, and what it is above its end; below it where there is no room. */
export const thresholdShapes = ({ axes }: Pick<SeriesData, 'axes'>, { y, box }: ChartPlaces): ChartShape[] =>
  axes.flatMap((axis, place) =>
    (axis.thresholds ?? []).flatMap(({ value, label = '' }): ChartShape[] => {
      const at = Math.round(y(value, place));
      if (!(at >= box.y && at <= box.y + box.height)) return [];
      const above = at - box.y > markLabelSize + gap ? at - gap : at + gap + markLabelSize;
      const text = [label, shortNumber(value, axis)].join(' ').trimStart();
      const words = chartText(text, { x: box.x + box.width - edge, y: above, anchor: 'end' });
      return [
        { kind: 'box', x: box.x, y: at - 0.5, width: box.width, height: 1, fill: 'text', opacity: 0.75 },
        { ...words, size: markLabelSize },
      ];
    }),
  );
