import { toNumber } from '../numbers.js';
import type { Session, SessionColumn } from '../session.js';
import { strings } from '../strings.js';
import { chosenMeasure, drawnMeasures, groups, isSum, unitOf } from '../viewChoice.js';
import { groupId, groupOf, type Group } from './group.js';
import { mostOf } from './largest.js';
import type { Quantity } from './quantity.js';
import { timeSlots, type TimeSlots } from './timeSlots.js';

/** One line of a chart; null where it has no value. Only a group that is in the result as it is has parts. */
export interface Series extends Group {
  readonly values: (number | null)[];
}

/** Lines over the same times. */
export interface SeriesData {
  /** Seconds, ascending, each once. */
  readonly times: number[];
  /** Times of the buckets that are there in part only, in seconds. */
  readonly partial: readonly number[];
  /** Largest first. */
  readonly series: readonly Series[];
  /** Lines that there are; others than the largest may be added up in the last one, or not be drawn. */
  readonly lineCount: number;
  /** Whether values of several lines may be added up. */
  readonly canAdd: boolean;
  readonly quantity: Quantity;
}

/** Lines that are drawn until a person asks for all. */
export const usualSeries = 10;

/** The rows as lines over time: one per group, or one per value of the same unit when nothing is grouped. */
export function seriesData(session: Session): SeriesData {
  const measure = chosenMeasure(session);
  const quantity: Quantity = {
    unit: measure ? unitOf(session, measure.name) : 'number',
    prefixes: session.settings.prefixes ?? 'si',
  };
  const time = session.columns.find(({ kind }) => kind === 'time');
  if (!measure || !time) return { times: [], partial: [], series: [], lineCount: 0, canAdd: false, quantity };
  const places = timeSlots(time, session.facts.bucketLength);
  const { times } = places;
  const partial = partialTimes(session, times);
  const canAdd = isSum(session, measure.name);
  const grouped = groups(session);
  if (grouped.length === 0) {
    const lines = drawnMeasures(session).map(column => ({
      id: column.name,
      name: column.name,
      isText: true,
      parts: [],
      values: place(column, places),
    }));
    return { times, partial, series: lines, lineCount: lines.length, canAdd, quantity };
  }
  const lines = groupedLines(measure, { grouped, places, canAdd });
  const most = mostOf(session, usualSeries);
  return {
    times,
    partial,
    series: largest(lines, { canAdd, most }),
    lineCount: lines.length,
    canAdd,
    quantity,
  };
}

const partialTimes = ({ facts }: Session, times: readonly number[]): number[] =>
  (facts.partialBuckets ?? []).map(time => time / 1000).filter(time => times.includes(time));

function place({ values }: SessionColumn, { slots, times }: TimeSlots): (number | null)[] {
  const placed = new Array<number | null>(times.length).fill(null);
  for (let row = 0; row < slots.length; row += 1) {
    const slot = slots[row] ?? -1;
    if (slot >= 0) placed[slot] = finite(toNumber(values[row]));
  }
  return placed;
}

/** One line per group; where a group has several rows of one time, they are added up or the largest one counts. */
function groupedLines(
  { values }: SessionColumn,
  { grouped, places, canAdd }: { grouped: readonly SessionColumn[]; places: TimeSlots; canAdd: boolean },
): Series[] {
  const { slots, times } = places;
  const lines = new Map<string, Series>();
  for (let row = 0; row < slots.length; row += 1) {
    const id = groupId(grouped, row);
    let line = lines.get(id);
    if (!line) {
      const empty = new Array<number | null>(times.length).fill(null);
      lines.set(id, (line = { ...groupOf(grouped, row), values: empty }));
    }
    const slot = slots[row] ?? -1;
    const value = finite(toNumber(values[row]));
    if (slot < 0 || value === null) continue;
    const known = line.values[slot] ?? null;
    line.values[slot] = known === null ? value : canAdd ? known + value : Math.max(known, value);
  }
  return [...lines.values()];
}

/** The largest lines by their sum, the others added up; by their maximum where adding up makes no sense. */
function largest(lines: readonly Series[], { canAdd, most }: { canAdd: boolean; most: number }): Series[] {
  const size = ({ values }: Series) =>
    values.reduce<number>(
      (known, value) => (value === null ? known : canAdd ? known + value : Math.max(known, value)),
      canAdd ? 0 : Number.NEGATIVE_INFINITY,
    );
  const sizes = new Map(lines.map(line => [line, size(line)]));
  const sorted = lines.toSorted((one, other) => (sizes.get(other) ?? 0) - (sizes.get(one) ?? 0) || 0);
  if (sorted.length <= most || !canAdd) return sorted.slice(0, most);
  return [...sorted.slice(0, most - 1), addedUp(sorted.slice(most - 1))];
}

function addedUp(others: readonly Series[]): Series {
  const values = new Array<number | null>(others[0]?.values.length ?? 0).fill(null);
  for (const line of others)
    line.values.forEach((value, at) => {
      if (value !== null) values[at] = (values[at] ?? 0) + value;
    });
  // No group has this id.
  return { id: '', name: strings.others(others.length), isText: false, parts: [], values };
}

const finite = (value: number): number | null => (Number.isFinite(value) ? value : null);

/** Each line on top of those below it; lines that are not drawn take no room, and where none has a value there is a gap. */
export function stack(series: readonly Series[], isDrawn: (id: string) => boolean): (number | null)[][] {
  const sums = new Array<number>(series[0]?.values.length ?? 0).fill(0);
  const hasValue = sums.map((_, at) => series.some(({ values }) => values[at] !== null));
  return series.map(({ id, values }) =>
    values.map((value, at) => {
      if (!isDrawn(id) || !hasValue[at]) return null;
      sums[at] = (sums[at] ?? 0) + (value ?? 0);
      return sums[at] ?? 0;
    }),
  );
}

/** The values that have none beside them, by their place. */
export function lonePlaces(values: ArrayLike<number | null | undefined>): number[] {
  const places: number[] = [];
  for (let at = 0; at < values.length; at += 1)
    if (isNumber(values[at]) && !isNumber(values[at - 1]) && !isNumber(values[at + 1])) places.push(at);
  return places;
}

const isNumber = (value: number | null | undefined) => value !== null && value !== undefined;
