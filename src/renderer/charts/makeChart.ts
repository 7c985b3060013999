import type { ViewName } from '../../model/viewSettings.js';
import { element } from '../element.js';
import type { Session } from '../session.js';
import { strings } from '../strings.js';
import { formatTime } from '../timeText.js';
import { drawnMeasures } from '../viewChoice.js';
import { BarList } from './barList.js';
import { chartTitle } from './chartTitle.js';
import type { ChartEvents, ChartView, Drawing } from './chartView.js';
import { inFigure } from './figure.js';
import { HeatMap } from './heatMap.js';
import { oddRows } from './oddRows.js';
import { partialTimes } from './partialTimes.js';
import { TimeChart } from './time/timeChart.js';
import { WorldMap } from './worldMap.js';

type DrawnView = Exclude<ViewName, 'table'>;

/** The drawing of a view; one module with all of them is smaller, and sooner there, than one for each. */
export function makeChart(view: DrawnView, session: Session, events: ChartEvents): ChartView {
  const title = chartTitle(session, view);
  return inFigure(drawing(view, session, events), { title, notes: notes(view, session) });
}

function drawing(view: DrawnView, session: Session, events: ChartEvents): Drawing {
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

/** What drawings over time cannot show; lists have a bar for every row. */
function notes(view: DrawnView, session: Session): Node[] {
  if (view === 'list' || view === 'map') return [];
  const partial = partialTimes(session).map(time => formatTime(time, session.zone));
  const said = element('div', { className: 'note', text: strings.partialBuckets(partial.join(', ')) });
  const rows = oddRows(session, drawnMeasures(session, view));
  return [...(partial.length > 0 ? [said] : []), ...(rows ? [rows] : [])];
}
