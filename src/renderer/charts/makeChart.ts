import type { ViewName } from '../../model/viewSettings.js';
import type { Session } from '../session.js';
import { BarList } from './barList.js';
import type { ChartEvents, ChartView } from './chartView.js';
import { HeatMap } from './heatMap.js';
import { TimeChart } from './timeChart.js';
import { WorldMap } from './worldMap.js';

/** The drawing of a view; one module with all of them is smaller, and sooner there, than one for each. */
export function makeChart(
  view: Exclude<ViewName, 'table'>,
  session: Session,
  events: ChartEvents,
): ChartView {
  switch (view) {
    case 'list':
      return new BarList(session, events);
    case 'heat':
      return new HeatMap(session);
    case 'map':
      return new WorldMap(session, events);
    case 'line':
    case 'area':
    case 'stacked':
    case 'bars':
      return new TimeChart(session, view, events);
  }
}
