import { isStacked, type DrawnSeries, type Series } from './seriesData.js';

/** A place in a chart. */
export interface Pointed {
  /** Which of the times. */
  readonly at: number;
  /** Pixels from above. */
  readonly y: number;
  /** How many pixels from above a value of an axis is drawn. */
  readonly topOf: (value: number, axis: number) => number;
}

/**
 * The series that a pointer means: the one in whose pile it is, else the one whose value is nearest. None where nothing is
 * drawn, or above a pile.
 * @param values of the series as they are drawn
 */
export function pointedSeries(
  { data, kind, isDrawn }: DrawnSeries,
  values: readonly (readonly (number | null)[])[],
  { at, y, topOf }: Pointed,
): Series | undefined {
  const found = data.series.flatMap((line, index) => {
    const value = values[index]?.[at] ?? null;
    if (value === null || !isDrawn(line.id)) return [];
    const distance = y - topOf(value, line.axis);
    if (isStacked(kind)) return distance >= 0 ? [{ line, distance }] : [];
    return [{ line, distance: Math.abs(distance) }];
  });
  return found.toSorted((one, other) => one.distance - other.distance)[0]?.line;
}
