import type { ChartMark } from '../results/chartMarks.js';
import type { ViewName } from '../results/viewSettings.js';
import { formatTime } from '../text/timeText.js';
import { barChart, barCountText, barPicture } from './barChart.js';
import type { ChartResult } from './chartResult.js';
import type { ChartPicture } from './chartShape.js';
import { chartWords } from './chartWords.js';
import { numberChart, numberPicture } from './numberChart.js';
import { toNumber } from './numbers.js';
import { seriesCountText } from './time/groupedSeries.js';
import { drawnSeries, partialTimes, seriesData, type TimeChartKind } from './time/seriesData.js';
import { timePicture } from './time/timePicture.js';
import { drawnMeasures, isOverTime } from './viewChoice.js';
import { heatPicture, weekHeat } from './weekHeat.js';
import { worldPicture } from './world/worldPicture.js';
import { worldChart } from './world/worldPlaces.js';

export type DrawnView = Exclude<ViewName, 'table'>;

/** A chart, and what of the result is not in it, a sentence each. */
export interface DrawnChart {
  readonly picture: ChartPicture;
  readonly notes: readonly string[];
}

/** Of charts over time, in pixels; other charts have a size of their own. */
const [width, usualHeight] = [860, 300] as const;

/** A chart of a result without a page, as it was looked at: series that were switched off are not drawn. */
export function drawChart(
  view: DrawnView,
  result: ChartResult,
  marks: readonly ChartMark[] = [],
): DrawnChart {
  const { picture, cut } = pictureOf(view, result, marks);
  return { picture, notes: [...cut.filter(note => note !== undefined), ...undrawn(view, result)] };
}

interface CutPicture {
  readonly picture: ChartPicture;
  /** How much of what could be drawn is drawn. */
  readonly cut: readonly (string | undefined)[];
}

function pictureOf(view: DrawnView, result: ChartResult, marks: readonly ChartMark[]): CutPicture {
  switch (view) {
    case 'number':
      return { picture: numberPicture(numberChart(result)), cut: [] };
    case 'list': {
      const chart = barChart(result);
      return { picture: barPicture(chart), cut: [barCountText(result, chart)] };
    }
    case 'heat':
      return { picture: heatPicture(weekHeat(result)), cut: [] };
    case 'map':
      return { picture: worldPicture(worldChart(result)), cut: [] };
    case 'line':
    case 'area':
    case 'stacked':
    case 'bars':
      return timeChart(view, result, marks);
  }
}

function timeChart(kind: TimeChartKind, result: ChartResult, marks: readonly ChartMark[]): CutPicture {
  const data = seriesData(result, kind);
  const shown = drawnSeries(result, { data, kind, marks });
  const { height = usualHeight } = result.settings;
  const off = data.series.filter(({ id }) => !shown.isDrawn(id)).length;
  return {
    picture: timePicture(shown, { width, height }),
    cut: [seriesCountText(data.count), off > 0 ? chartWords.seriesOff(off) : undefined],
  };
}

/** What drawings over time cannot show: buckets of which there is a part, and values that are no finite numbers. */
function undrawn(view: DrawnView, result: ChartResult): string[] {
  if (view !== 'heat' && !isOverTime(view)) return [];
  const partial = partialTimes(result).map(time => formatTime(time, result.zone));
  let odd = 0;
  for (const { values } of drawnMeasures(result, view))
    for (let row = 0; row < result.rows.count; row += 1)
      if (!Number.isFinite(toNumber(values[row]))) odd += 1;
  return [
    ...(partial.length > 0 ? [chartWords.partialBuckets(partial.join(', '))] : []),
    ...(odd > 0 ? [chartWords.oddRows(odd)] : []),
  ];
}
