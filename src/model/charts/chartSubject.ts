import type { ViewName } from '../results/viewSettings.js';
import type { ChartResult } from './chartResult.js';
import { chartWords } from './chartWords.js';
import { chosenPlace, drawnMeasures, groups, hasSeveralTimes, isSum } from './viewChoice.js';

/** What a drawing shows: the metric, and what it is told apart by. */
export function chartSubject(result: ChartResult, view: ViewName): string {
  const drawn = drawnMeasures(result, view).map(column => column.name);
  const [name = ''] = drawn;
  if (view === 'heat') return chartWords.heatSummary(name);
  const place = view === 'map' ? chosenPlace(result) : undefined;
  const grouped = groups(result);
  const dimensions = (place ? [place] : grouped).map(column => column.name);
  const hasTotals = view === 'list' || view === 'map';
  const isOneOfMany = hasSeveralTimes(result) || dimensions.length < grouped.length;
  const isMaximum = hasTotals && isOneOfMany && !isSum(result, name);
  const measure = isMaximum ? chartWords.maximumOf(name) : nameList(drawn);
  return dimensions.length === 0 ? measure : chartWords.by(measure, dimensions.join(' · '));
}

const mostNamed = 5;

/** Names in one line, and how many others there are. */
function nameList(names: readonly string[]): string {
  const others = names.length - mostNamed;
  return [...names.slice(0, mostNamed), ...(others > 0 ? [chartWords.others(others)] : [])].join(', ');
}
