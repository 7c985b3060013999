import type { ChartMark } from '../results/chartMarks.js';
import type { ViewName } from '../results/viewSettings.js';
import { barChart, barPicture } from './barChart.js';
import type { ChartResult } from './chartResult.js';
import type { ChartPicture } from './chartShape.js';
import { numberChart, numberPicture } from './numberChart.js';
import { drawnSeries, seriesData, type TimeChartKind } from './time/seriesData.js';
import { timePicture } from './time/timePicture.js';
import { heatPicture, weekHeat } from './weekHeat.js';
import { worldPicture } from './world/worldPicture.js';
import { worldChart } from './world/worldPlaces.js';

export type DrawnView = Exclude<ViewName, 'table'>;

/** Of charts over time, in pixels; other charts have a size of their own. */
const [width, usualHeight] = [860, 300] as const;

/** A chart of a result without a page, as it was looked at: series that were switched off are not drawn. */
export function drawChart(
  view: DrawnView,
  result: ChartResult,
  marks: readonly ChartMark[] = [],
): ChartPicture {
  switch (view) {
    case 'number':
      return numberPicture(numberChart(result));
    case 'list':
      return barPicture(barChart(result));
    case 'heat':
      return heatPicture(weekHeat(result));
    case 'map':
      return worldPicture(worldChart(result));
    case 'line':
    case 'area':
    case 'stacked':
    case 'bars':
      return timeChart(view, result, marks);
  }
}

function timeChart(kind: TimeChartKind, result: ChartResult, marks: readonly ChartMark[]): ChartPicture {
  const shown = drawnSeries(result, { data: seriesData(result, kind), kind, marks });
  const { height = usualHeight } = result.settings;
  return timePicture(shown, { width, height });
}
