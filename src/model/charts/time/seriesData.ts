import type { ChartMark } from '../../results/chartMarks.js';
import { toNumber } from '../numbers.js';
import type { Rate, SeriesChoice } from '../../results/viewSettings.js';
import type { ChartColumn, ChartResult } from '../chartResult.js';
import { chartWords } from '../chartWords.js';
import { axisOf, drawnMeasures, groups, hasPiles } from '../viewChoice.js';
import { chartAxis, type ChartAxis } from '../chartAxis.js';
import { lookBefore, seriesLook, type SeriesLook } from '../seriesLook.js';
import { groupedLines, wholeCount, type GroupCount, type GroupedLines, type Line } from './groupedSeries.js';
import { shortNumber } from '../quantity.js';
import { placedMarks, type PlacedMark } from './placedMarks.js';
import { answeredSeconds, bucketTimes, type BucketTimes } from './timeAxis.js';
import { timeSlots, type TimeSlots } from './timeSlots.js';
import { formatTime, timeReader } from '../../text/timeText.js';

/** The ways to draw lines over time. */
export type TimeChartKind = 'line' | 'area' | 'stacked' | 'bars';

/** One line of a chart. Only a group that is in the result as it is has parts. */
export interface Series extends Line {
  /** Place of its axis: 0 at the left, 1 at the right. */
  readonly axis: number;
  /** Of a line of some time before: the place of that of now. */
  readonly beside?: number;
}

/** Lines over the same times. */
export interface SeriesData extends BucketTimes {
  /** Times of the buckets that are there in part only, in seconds. */
  readonly partial: readonly number[];
  /** Largest first, one measure after the other. */
  readonly series: readonly Series[];
  readonly count: GroupCount;
  /** One, or two where units differ. */
  readonly axes: readonly ChartAxis[];
}

/** Lines and how they are drawn. */
export interface DrawnSeries {
  readonly data: SeriesData;
  readonly kind: TimeChartKind;
  readonly looks: readonly SeriesLook[];
  readonly zone: string;
  readonly isDrawn: (id: string) => boolean;
  /** What is marked over the lines. */
  readonly marks?: readonly PlacedMark[];
  /** Whether the legend says the last value and the maximum of each series in sight. */
  readonly hasRanges?: boolean | undefined;
}

/** How lines are drawn as the settings of a result say now. */
export const drawnSeries = (
  result: ChartResult,
  { data, kind, marks }: Pick<DrawnSeries, 'data' | 'kind'> & { readonly marks: readonly ChartMark[] },
): DrawnSeries => {
  const off = seriesOff(result.settings, data.series);
  return {
    data,
    kind,
    looks: seriesLooks(data),
    zone: result.zone,
    isDrawn: id => !off.includes(id),
    marks: placedMarks(marks, data),
    hasRanges: result.settings.hasRanges,
  };
};

/** The series that are not drawn; none where that were all: an answer to another question may have no other. */
export function seriesOff({ off = [], only }: SeriesChoice, series: readonly Series[]): readonly string[] {
  const isOff = ({ id, beside = -1 }: Series) =>
    off.includes(id) || (only && ![id, series[beside]?.id ?? id].some(shown => only.includes(shown)));
  const found = series.filter(isOff);
  return found.length === series.length ? [] : found.map(({ id }) => id);
}

/** The looks of lines, in their order: what was before looks like that of now. */
export const seriesLooks = ({ series }: SeriesData): SeriesLook[] =>
  series.map(({ beside }, index) =>
    beside === undefined ? seriesLook(index) : lookBefore(seriesLook(beside)),
  );

/** Lines in the order of an answer before, by their ids, so that each keeps its place and its look: then new ones, and others added up. */
export function inOrder(data: SeriesData, ids: readonly string[]): SeriesData {
  const places = new Map(ids.map((id, place) => [id, place]));
  const place = ({ id }: Series) => (id === '' ? Infinity : (places.get(id) ?? ids.length));
  return { ...data, series: data.series.toSorted((one, other) => place(one) - place(other)) };
}

/** The rows as lines over time: one per group and measure. */
export function seriesData(result: ChartResult, kind: TimeChartKind = 'line'): SeriesData {
  const measures = drawnMeasures(result, kind);
  const names = [...new Set(measures.map(({ name }) => axisOf(result, name)))];
  const axes = names.map(axis => {
    const { name } = measures.find(measure => axisOf(result, measure.name) === axis)!;
    return drawnAxis(result, { name, kind });
  });
  const [first] = measures;
  const time = result.columns.find(({ kind }) => kind === 'time');
  if (!first || !time)
    return { ...bucketTimes([], result.facts), partial: [], series: [], count: wholeCount(0), axes };
  const places = timeSlots(time, result.facts.bucketLength);
  const buckets = bucketTimes(places.times, result.facts);
  const seconds = answeredSeconds(buckets, result.facts);
  const isGrouped = groups(result).length > 0;
  const found = isGrouped ? groupedLines(result, { measures, places }) : measureLines({ measures, places });
  const series = found.drawn.flatMap(({ measure, lines }, at) => {
    const axis = names.indexOf(axisOf(result, measure.name));
    const rate = axes[axis]?.rate;
    const named =
      isGrouped && measures.length > 1 ? lines.map(line => ofMeasure(line, { measure, at })) : lines;
    return named.map(line => ({
      ...line,
      name: axis > 0 ? chartWords.rightAxis(line.name) : line.name,
      values: rate ? perSecond(line.values, { seconds, rate }) : line.values,
      axis,
    }));
  });
  const partial = partialTimes(result).map(time => time / 1000);
  return { ...buckets, partial, series, count: found.count, axes };
}

/** No pile is drawn against a logarithmic axis: of its parts only the lowest would be as high as it is. */
function drawnAxis(
  result: ChartResult,
  { name, kind }: { readonly name: string; readonly kind: TimeChartKind },
): ChartAxis {
  const axis = chartAxis(result, name);
  return hasPiles(result, kind) ? { ...axis, isLogarithmic: undefined } : axis;
}

/** Values of buckets as what they are in a second of that part of them that was answered. */
const perSecond = (
  values: readonly (number | null)[],
  { seconds, rate }: { readonly seconds: readonly number[]; readonly rate: Rate },
): (number | null)[] =>
  values.map((value, at) => {
    const length = seconds[at] ?? 0;
    return value === null || length === 0 ? null : (value * (rate === 'bits' ? 8 : 1)) / length;
  });

/** A line of one of several measures; those of the first one keep their ids. */
const ofMeasure = (line: Line, { measure, at }: { measure: ChartColumn; at: number }): Line => ({
  ...line,
  id: at === 0 ? line.id : JSON.stringify({ [measure.name]: line.id }),
  name: `${line.name} · ${measure.name}`,
});

function measureLines({
  measures,
  places,
}: {
  measures: readonly ChartColumn[];
  places: TimeSlots;
}): GroupedLines {
  const drawn = measures.map(measure => {
    const { name } = measure;
    return { measure, lines: [{ id: name, name, isText: true, parts: [], values: place(measure, places) }] };
  });
  return { drawn, count: wholeCount(drawn.length) };
}

function place({ values }: ChartColumn, { slots, times }: TimeSlots): (number | null)[] {
  const placed = new Array<number | null>(times.length).fill(null);
  for (let row = 0; row < slots.length; row += 1) {
    const slot = slots[row] ?? -1;
    const value = toNumber(values[row]);
    if (slot >= 0) placed[slot] = Number.isFinite(value) ? value : null;
  }
  return placed;
}

/** Whether lines lie on top of each other. */
export const isStacked = (kind: TimeChartKind): boolean => kind === 'stacked' || kind === 'bars';

/** The values of each line as they are drawn. */
export const drawnValues = ({ data: { series }, kind, isDrawn }: DrawnSeries): (number | null)[][] =>
  isStacked(kind) ? stack(series, isDrawn) : series.map(({ values }) => values);

/** Each line on top of those below it, with a gap where it has no value; lines that are not drawn take no room. */
export function stack(series: readonly Line[], isDrawn: (id: string) => boolean): (number | null)[][] {
  const sums = new Array<number>(series[0]?.values.length ?? 0).fill(0);
  return series.map(({ id, values }) =>
    values.map((value, at) => {
      if (!isDrawn(id) || value === null) return null;
      sums[at] = (sums[at] ?? 0) + value;
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

/** What series that lie on each other add up to at one of the times; undefined where they do not, or only one has a value. */
export function pileTotal({ data, kind, isDrawn }: DrawnSeries, at: number): number | undefined {
  const values = data.series.flatMap(({ id, values }) => (isDrawn(id) ? (values[at] ?? []) : []));
  return isStacked(kind) && values.length > 1 ? values.reduce((sum, value) => sum + value) : undefined;
}

/** What stands at one time of a chart. */
export interface Readout {
  readonly time: string;
  /** The value of a series, printed. */
  readonly value: (line: Series, print?: typeof shortNumber) => string;
  /** Of a pile, printed; undefined where there is none. */
  readonly total: (print?: typeof shortNumber) => string | undefined;
}

/** Reads a chart at the time with this number; undefined where there is none. */
export function readout(drawn: DrawnSeries, index: number | null | undefined): Readout | undefined {
  const { times, partial, axes } = drawn.data;
  const time = index === null || index === undefined ? undefined : times[index];
  if (index === null || index === undefined || time === undefined) return undefined;
  const text = formatTime(time * 1000, drawn.zone);
  const total = pileTotal(drawn, index);
  return {
    time: partial.includes(time) ? chartWords.partialBucket(text) : text,
    value: ({ values, axis }, print = shortNumber) => {
      const value = values[index] ?? null;
      const quantity = axes[axis];
      return value === null || !quantity ? chartWords.noValue : print(value, quantity);
    },
    total: (print = shortNumber) => (total === undefined || !axes[0] ? undefined : print(total, axes[0])),
  };
}

/** Starts of the buckets that have rows, but were answered in part only; milliseconds since 1970 UTC. */
export function partialTimes({ facts, columns }: ChartResult): number[] {
  const left = new Set(facts.partialBuckets);
  const found: number[] = [];
  const times = columns.find(({ kind }) => kind === 'time')?.values ?? [];
  const read = timeReader();
  for (let row = 0; row < times.length && left.size > 0; row += 1) {
    const time = read(String(times[row]));
    if (left.delete(time)) found.push(time);
  }
  return found;
}
