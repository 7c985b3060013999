import type { ViewName } from '../../model/results/viewSettings.js';
import type { Session } from '../session.js';
import { strings } from '../strings.js';
import { formatTime } from '../timeText.js';
import { chosenPlace, drawnMeasures, groups, hasSeveralTimes, isSum } from '../viewChoice.js';

/** What a drawing shows: the metric, what it is told apart by, and the interval of the query. */
export function chartTitle(session: Session, view: ViewName): string {
  return [subject(session, view), interval(session)].filter(text => text !== '').join(', ');
}

function subject(session: Session, view: ViewName): string {
  const drawn = drawnMeasures(session, view).map(column => column.name);
  const [name = ''] = drawn;
  if (view === 'heat') return strings.heatSummary(name);
  const place = view === 'map' ? chosenPlace(session) : undefined;
  const grouped = groups(session);
  const dimensions = (place ? [place] : grouped).map(column => column.name);
  const hasTotals = view === 'list' || view === 'map';
  const isOneOfMany = hasSeveralTimes(session) || dimensions.length < grouped.length;
  const isMaximum = hasTotals && isOneOfMany && !isSum(session, name);
  const measure = isMaximum ? strings.maximumOf(name) : nameList(drawn);
  return dimensions.length === 0 ? measure : strings.by(measure, dimensions.join(' · '));
}

const mostNamed = 5;

/** Names in one line, and how many others there are. */
function nameList(names: readonly string[]): string {
  const others = names.length - mostNamed;
  return [...names.slice(0, mostNamed), ...(others > 0 ? [strings.others(others)] : [])].join(', ');
}

function interval({ facts, zone }: Session): string {
  const { stretches = [] } = facts;
  const [first, last] = [stretches[0], stretches.at(-1)];
  if (!first || !last) return '';
  return strings.intervals(formatTime(first.start, zone), formatTime(last.end, zone), stretches.length);
}
