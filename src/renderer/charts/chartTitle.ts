import type { ViewName } from '../../model/viewSettings.js';
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
  const isTotal = view === 'list' || view === 'map';
  const measure =
    isTotal && !isSum(session, name) && hasSeveralTimes(session) ? strings.maximumOf(name) : drawn.join(', ');
  const place = view === 'map' ? chosenPlace(session) : undefined;
  const dimensions = (place ? [place] : groups(session)).map(column => column.name);
  return dimensions.length === 0 ? measure : strings.by(measure, dimensions.join(' · '));
}

function interval({ facts, zone }: Session): string {
  const { stretches = [] } = facts;
  const [first, last] = [stretches[0], stretches.at(-1)];
  if (!first || !last) return '';
  return strings.intervals(formatTime(first.start, zone), formatTime(last.end, zone), stretches.length);
}
