import type { Stretch } from 'netsensor-contract/query/timeRange';
import { resultCaption } from '../../model/results/caption.js';
import type { ViewName } from '../../model/results/viewSettings.js';
import { CaptionView } from '../captionView.js';
import { element } from '../element.js';
import type { Session } from '../session.js';
import { strings } from '../strings.js';
import { timeText } from '../../model/text/timeText.js';
import { chartSubject } from '../../model/charts/chartSubject.js';
import { groups, isOverTime } from '../../model/charts/viewChoice.js';
import { BarList } from './barList.js';
import { BigNumber } from './bigNumber.js';
import { chartFile } from './chartPicture.js';
import type { ChartEvents, ChartView, Drawing } from './chartView.js';
import { HeatMap } from './heatMap.js';
import { markList } from './time/marks.js';
import { TimeChart } from './time/timeChart.js';
import { pictureNotes, undrawn, type OddValue } from '../../model/charts/undrawn.js';
import { groupOf } from '../../model/charts/group.js';

type DrawnView = Exclude<ViewName, 'table'>;

/**
 * The drawing of a view below its title, and above what is to be said about it. One module with all of them is smaller, and
 * sooner there, than one for each; only the map, with the outlines of all countries, is loaded when there is one.
 */
export async function makeChart(view: DrawnView, session: Session, events: ChartEvents): Promise<ChartView> {
  const { output, facts, zone } = session;
  const drawn = chartSubject(session, view);
  const said = (stretches = facts.stretches) =>
    resultCaption({ ...output, facts: { ...facts, stretches }, name: session.name }, { zone, drawn });
  const drawing = await draw(view, session, events);
  const caption = new CaptionView(said);
  return {
    element: element('figure', {}, caption.element, drawing.element, ...notes(view, session)),
    drawing,
    caption,
    picture: () => {
      const picture = drawing.picture();
      const captioned = said(inSight(view, session));
      const left = [...captioned.notes, ...pictureNotes(view, session, picture)];
      return chartFile(drawing.element, picture, { ...captioned, notes: left });
    },
  };
}

/** The time that a picture shows. */
function inSight(view: DrawnView, { facts, zoomed }: Session): readonly Stretch[] | undefined {
  if (!zoomed || !isOverTime(view)) return facts.stretches;
  const atSecond = (seconds: number) => Math.round(seconds) * 1000;
  return [{ start: atSecond(zoomed.from), end: atSecond(zoomed.to) }];
}

async function draw(view: DrawnView, session: Session, events: ChartEvents): Promise<Drawing> {
  switch (view) {
    case 'number':
      return new BigNumber(session);
    case 'list':
      return new BarList(session, events);
    case 'heat':
      return new HeatMap(session);
    case 'map':
      return new (await import('./worldMap.js')).WorldMap(session, events);
    case 'line':
    case 'area':
    case 'stacked':
    case 'bars':
      return new TimeChart(session, view, events);
  }
}

/** What drawings over time cannot show; lists have a bar for every row. */
function notes(view: DrawnView, session: Session): Node[] {
  const { partial, odd } = undrawn(view, session);
  const said = element('div', { className: 'note', text: strings.partialBuckets(partial.join(', ')) });
  const rows = undrawnRows(session, odd);
  const marks = isOverTime(view) ? markList(session) : [];
  return [...(partial.length > 0 ? [said] : []), ...marks, ...(rows ? [rows] : [])];
}

const mostListed = 100;

/** A list, folded at first, of the rows that have no finite number to draw, with what they have instead. */
function undrawnRows(session: Session, odd: readonly OddValue[]): HTMLElement | undefined {
  if (odd.length === 0) return undefined;
  const items = odd.slice(0, mostListed).map(value => element('li', { text: rowText(session, value) }));
  const others = odd.length - items.length;
  const more = others > 0 ? [element('li', { text: strings.moreInTable(others) })] : [];
  return element(
    'details',
    { className: 'odd-rows' },
    element('summary', { text: strings.oddRows(odd.length) }),
    element('ul', {}, ...items, ...more),
  );
}

function rowText(session: Session, { row, column }: OddValue): string {
  const time = session.columns.find(({ kind }) => kind === 'time')?.values[row];
  const grouped = groups(session);
  const value = column.values[row] ?? null;
  return [
    ...(time === undefined ? [] : [timeText(String(time), session.zone)]),
    ...(grouped.length === 0 ? [] : [groupOf(grouped, row).name]),
    `${column.name}: ${value === null ? strings.noValue : value === '' ? strings.empty : String(value)}`,
  ].join(' · ');
}
