import type { Session } from '../session.js';
import { strings } from '../strings.js';
import { largestBar } from './largest.js';
import type { SeriesData } from './time/seriesData.js';

/** Says how many of how many series are drawn, with the button for all of them; nothing where there are few. */
export function seriesBar(
  session: Session,
  { count, canAdd }: SeriesData,
  onDidChoose: () => void,
): HTMLElement[] {
  const isCut = count.all > count.drawn;
  if (count.all <= count.usual) return [];
  const someOf = canAdd ? strings.seriesBySum : strings.seriesByMaximum;
  const said = isCut ? someOf(count.drawn, count.all) : strings.allSeries(count.all);
  return [largestBar(session, { said, isCut, onDidChoose })];
}
