import type { TimeShift } from '../../query/timeShift.js';
import type { ChartResult } from '../chartResult.js';
import { chartWords } from '../chartWords.js';
import { seriesData, type Series, type SeriesData } from './seriesData.js';

/** Adds to the lines of a chart those of the same groups and measures some time before. */
export function withSeriesBefore(
  data: SeriesData,
  { before, shift }: { readonly before: ChartResult; readonly shift: TimeShift },
): SeriesData {
  const found = seriesData(before);
  const times = [...new Set([...data.times, ...found.times])].toSorted((one, other) => one - other);
  const ids = data.series.map(({ id }) => id);
  const added = placed(found, times).flatMap((line): Series[] => {
    const beside = ids.indexOf(line.id);
    // What is added up of others is of other groups.
    if (beside < 0 || line.id === '') return [];
    const name = chartWords.seriesBefore(line.name, chartWords.before[shift]);
    return [{ ...line, id: JSON.stringify([shift, line.id]), name, parts: [], beside }];
  });
  const end = Math.max(data.end, found.end);
  return { ...data, times, end, series: [...placed(data, times), ...added] };
}

/** The lines over more times than they have. */
function placed({ times: own, series }: SeriesData, times: readonly number[]): Series[] {
  const places = new Map(own.map((time, place) => [time, place]));
  return series.map(line => ({
    ...line,
    values: times.map(time => line.values[places.get(time) ?? -1] ?? null),
  }));
}
