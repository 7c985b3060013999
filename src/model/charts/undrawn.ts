import type { ViewName } from '../results/viewSettings.js';
import { formatTime } from '../text/timeText.js';
import type { ChartColumn, ChartResult } from './chartResult.js';
import type { ChartPicture } from './chartShape.js';
import { chartWords } from './chartWords.js';
import { toNumber } from './numbers.js';
import { partialTimes } from './time/seriesData.js';
import { drawnMeasures, isOverTime } from './viewChoice.js';

/** A value that is no finite number, and so has no place in a drawing. */
export interface OddValue {
  readonly row: number;
  readonly column: ChartColumn;
}

/** What a drawing over time cannot show of a result; a list has a bar for every row. */
export function undrawn(
  view: ViewName,
  result: ChartResult,
): { readonly partial: readonly string[]; readonly odd: readonly OddValue[] } {
  if (view !== 'heat' && !isOverTime(view)) return { partial: [], odd: [] };
  const odd: OddValue[] = [];
  const drawn = drawnMeasures(result, view);
  for (let row = 0; row < result.rows.count; row += 1)
    for (const column of drawn) if (!Number.isFinite(toNumber(column.values[row]))) odd.push({ row, column });
  return { partial: partialTimes(result).map(time => formatTime(time, result.zone)), odd };
}

/** What of a result is not in a picture of it, a sentence each. */
export function pictureNotes(
  view: ViewName,
  result: ChartResult,
  { cut = [] }: Pick<ChartPicture, 'cut'>,
): string[] {
  const { partial, odd } = undrawn(view, result);
  return [
    ...cut,
    ...(partial.length > 0 ? [chartWords.partialBuckets(partial.join(', '))] : []),
    ...(odd.length > 0 ? [chartWords.oddRows(odd.length)] : []),
  ];
}
