/** Lines over the same times, and the part of them that is drawn. */
export interface DenseLines {
  /** Seconds, ascending. */
  readonly times: readonly number[];
  readonly lines: readonly (readonly (number | null)[])[];
  /** Seconds. */
  readonly range: { readonly from: number; readonly to: number };
  /** Pixels that the range is drawn into. */
  readonly columns: number;
}

/** Of one line in one column of pixels. */
const perColumn = 4;

/**
 * The places of the values that a drawing needs where there are many more than it has pixels: in each column of pixels the first,
 * the smallest, the largest and the last one of each line, so that no peak is lost and lines meet as they did. Besides
 * them the ends of all times. Undefined where all are drawn.
 */
export function densePlaces(dense: DenseLines): number[] | undefined {
  const { times, lines, range, columns } = dense;
  if (times.length <= columns * perColumn) return undefined;
  const start = Math.max(0, firstFrom(times, range.from) - 1);
  const end = Math.min(times.length, firstFrom(times, range.to) + 2);
  const isKept = new Uint8Array(times.length);
  isKept[0] = 1;
  isKept[times.length - 1] = 1;
  for (const values of lines) keepExtremes({ ...dense, values, start, end }, isKept);
  const places: number[] = [];
  for (let at = 0; at < isKept.length; at += 1) if (isKept[at]) places.push(at);
  return places;
}

/** Times and lines over them, of which no more is drawn than there are pixels for. */
export class ThinnedLines {
  /** The places of what is drawn; undefined where all is. */
  private places: readonly number[] | undefined;

  get isThinned(): boolean {
    return this.places !== undefined;
  }

  /** What is to be drawn of the times, and of each line over them. */
  thin(dense: DenseLines): readonly (readonly (number | null)[])[] {
    const places = densePlaces(dense);
    this.places = places;
    const all = [dense.times, ...dense.lines];
    return places ? all.map(line => places.map(at => line[at] ?? null)) : all;
  }

  /** The place among all times of one that is drawn. */
  placeOf(index: number | null | undefined): number | null | undefined {
    return index === null || index === undefined ? index : (this.places?.[index] ?? index);
  }
}

interface Part extends Pick<DenseLines, 'times' | 'range' | 'columns'> {
  readonly values: readonly (number | null)[];
  readonly start: number;
  readonly end: number;
}

function keepExtremes({ times, values, range, columns, start, end }: Part, isKept: Uint8Array): void {
  const scale = columns / (range.to - range.from || 1);
  let column = Number.NaN;
  let first = start;
  let low = start;
  let high = start;
  let last = start;
  const keep = () => (isKept[first] = isKept[low] = isKept[high] = isKept[last] = 1);
  for (let at = start; at < end; at += 1) {
    const value = values[at] ?? null;
    const here = Math.floor((times[at]! - range.from) * scale);
    if (here !== column) {
      if (at > start) keep();
      column = here;
      first = low = high = last = at;
    } else if (value !== null) {
      // A gap shows only where a whole column has no value.
      if ((values[first] ?? null) === null) first = low = high = at;
      if (value < (values[low] ?? value)) low = at;
      if (value > (values[high] ?? value)) high = at;
      last = at;
    }
  }
  if (end > start) keep();
}

/** The first place whose time is not before this one. */
function firstFrom(times: readonly number[], time: number): number {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((times[middle] ?? 0) < time) low = middle + 1;
    else high = middle;
  }
  return low;
}
