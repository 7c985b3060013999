import type { Session } from '../../session.js';
import { strings } from '../../strings.js';
import { seriesData, type Series, type SeriesData } from './seriesData.js';

/** Adds to the lines of a chart those of the same groups and measures some time before, where that is chosen and has come. */
export function withSeriesBefore(data: SeriesData, session: Session): SeriesData {
  const before = session.readBefore();
  const { compared } = session;
  if (!before || !compared) return data;
  const found = seriesData(before);
  const times = [...new Set([...data.times, ...found.times])].toSorted((one, other) => one - other);
  const ids = data.series.map(({ id }) => id);
  const added = placed(found, times).flatMap((line): Series[] => {
    const beside = ids.indexOf(line.id);
    // What is added up of others is of other groups.
    if (beside < 0 || line.id === '') return [];
    const name = strings.seriesBefore(line.name, strings.before[compared]);
    return [{ ...line, id: JSON.stringify([compared, line.id]), name, parts: [], beside }];
  });
  return { ...data, times, series: [...placed(data, times), ...added] };
}

/** The lines over more times than they have. */
function placed({ times: own, series }: SeriesData, times: readonly number[]): Series[] {
  const places = new Map(own.map((time, place) => [time, place]));
  return series.map(line => ({
    ...line,
    values: times.map(time => line.values[places.get(time) ?? -1] ?? null),
  }));
}
