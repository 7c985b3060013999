import { strings } from '../strings.js';
import { formatTime } from '../timeText.js';
import { shortNumber } from './quantity.js';
import type { Series, SeriesData } from './time/seriesData.js';

/** What stands at one time of a chart. */
export interface Readout {
  readonly time: string;
  /** The value of a series, printed. */
  readonly value: (line: Series, print?: typeof shortNumber) => string;
}

/** Reads a chart at the time with this number; undefined where there is none. */
export function readout(
  { times, partial, axes }: SeriesData,
  { index, zone }: { readonly index: number | null | undefined; readonly zone: string },
): Readout | undefined {
  const time = index === null || index === undefined ? undefined : times[index];
  if (index === null || index === undefined || time === undefined) return undefined;
  const text = formatTime(time * 1000, zone);
  return {
    time: partial.includes(time) ? strings.partialBucket(text) : text,
    value: ({ values, axis }, print = shortNumber) => {
      const [value, quantity] = [values[index] ?? null, axes[axis]];
      return value === null || !quantity ? strings.noValue : print(value, quantity);
    },
  };
}
