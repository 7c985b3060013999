import type { ResultValue } from '../../model/queryResult.js';
import type { Quantity } from './quantity.js';
import { toNumber } from '../numbers.js';
import type { Session, SessionColumn } from '../session.js';
import { strings } from '../strings.js';
import { timeReader } from '../timeReader.js';
import { chosenMeasure, groups, isSum, measures, unitOf } from '../viewChoice.js';

/** One of the values that make a group. */
export interface GroupPart {
  readonly column: string;
  readonly value: ResultValue;
}

/** The values that make the group of a row. */
export const groupParts = (grouped: readonly SessionColumn[], row: number): GroupPart[] =>
  grouped.map(({ name, values }) => ({ column: name, value: values[row] ?? null }));

/** One line of a chart; null where it has no value. */
export interface Series {
  readonly name: string;
  readonly values: (number | null)[];
  /** For a group that is in the result as it is. */
  readonly parts?: readonly GroupPart[];
}

/** Lines over the same times. */
export interface SeriesData {
  /** Seconds, ascending, each once. */
  readonly times: number[];
  /** Largest first. */
  readonly series: readonly Series[];
  readonly quantity: Quantity;
}

const mostSeries = 10;

/** The rows as lines over time: one per group, or one per value of the same unit when nothing is grouped. */
export function seriesData(session: Session): SeriesData {
  const measure = chosenMeasure(session);
  const quantity: Quantity = {
    unit: measure ? unitOf(session, measure.name) : 'number',
    prefixes: session.settings.prefixes ?? 'si',
  };
  const time = session.columns.find(({ kind }) => kind === 'time');
  if (!measure || !time) return { times: [], series: [], quantity };
  const { times, slots } = timeSlots(time);
  const grouped = groups(session);
  if (grouped.length === 0) {
    const shown = measures(session).filter(({ name }) => unitOf(session, name) === quantity.unit);
    const lines = (shown.includes(measure) ? shown : [measure]).map(column => ({
      name: column.name,
      values: place(column, { slots, length: times.length }),
    }));
    return { times, series: lines, quantity };
  }
  const lines = groupedLines(measure, { grouped, slots, length: times.length });
  return { times, series: mostImportant(lines, isSum(session, measure.name)), quantity };
}

/** The times in order, and for each row the number of its time; -1 for what is no time. */
function timeSlots({ values }: SessionColumn): { times: number[]; slots: Int32Array } {
  const parsed = new Array<number>(values.length);
  const slots = new Int32Array(values.length);
  const read = timeReader();
  let [last, lastTime] = ['', Number.NaN];
  let isAscending = true;
  for (let row = 0; row < parsed.length; row += 1) {
    const text = String(values[row]);
    const before = lastTime;
    if (text !== last) [last, lastTime] = [text, read(text) / 1000];
    parsed[row] = lastTime;
    slots[row] = row;
    isAscending &&= row === 0 ? !Number.isNaN(lastTime) : lastTime > before;
  }
  if (isAscending) return { times: parsed, slots };
  const times = [...new Set(parsed)].filter(time => !Number.isNaN(time)).sort((one, other) => one - other);
  const numbers = new Map(times.map((time, index) => [time, index]));
  return { times, slots: slots.map(row => numbers.get(parsed[row] ?? Number.NaN) ?? -1) };
}

function place(
  { values }: SessionColumn,
  { slots, length }: { slots: Int32Array; length: number },
): (number | null)[] {
  const placed = new Array<number | null>(length).fill(null);
  for (let row = 0; row < slots.length; row += 1) {
    const slot = slots[row] ?? -1;
    if (slot >= 0) placed[slot] = finite(toNumber(values[row]));
  }
  return placed;
}

function groupedLines(
  { values }: SessionColumn,
  { grouped, slots, length }: { grouped: readonly SessionColumn[]; slots: Int32Array; length: number },
): Series[] {
  const lines = new Map<string, Series>();
  for (let row = 0; row < slots.length; row += 1) {
    const name = grouped.map(column => label(column.values[row])).join(' · ');
    let line = lines.get(name);
    if (!line) {
      const values = new Array<number | null>(length).fill(null);
      lines.set(name, (line = { name, values, parts: groupParts(grouped, row) }));
    }
    const slot = slots[row] ?? -1;
    const value = finite(toNumber(values[row]));
    if (slot >= 0 && value !== null) line.values[slot] = (line.values[slot] ?? 0) + value;
  }
  return [...lines.values()];
}

/** The text of a group; a row without a value is told from a row with the empty text. */
export const label = (value: unknown): string =>
  value === null || value === undefined ? strings.null : value === '' ? strings.empty : String(value);

/** The largest lines; the others are added up, where adding up makes sense. */
function mostImportant(lines: readonly Series[], canAdd: boolean): Series[] {
  const total = ({ values }: Series) => values.reduce<number>((sum, value) => sum + (value ?? 0), 0);
  const totals = new Map(lines.map(line => [line, total(line)]));
  const sorted = lines.toSorted((one, other) => (totals.get(other) ?? 0) - (totals.get(one) ?? 0));
  if (sorted.length <= mostSeries || !canAdd) return sorted.slice(0, mostSeries);
  const others = sorted.slice(mostSeries - 1);
  const values = new Array<number | null>(others[0]?.values.length ?? 0).fill(null);
  for (const line of others)
    line.values.forEach((value, at) => {
      if (value !== null) values[at] = (values[at] ?? 0) + value;
    });
  return [...sorted.slice(0, mostSeries - 1), { name: strings.others(others.length), values }];
}

const finite = (value: number): number | null => (Number.isFinite(value) ? value : null);

/** Each line on top of those below it; lines that are not drawn take no room. */
export function stack(series: readonly Series[], isDrawn: (name: string) => boolean): (number | null)[][] {
  const sums = new Array<number>(series[0]?.values.length ?? 0).fill(0);
  return series.map(({ name, values }) =>
    values.map((value, at) => {
      if (!isDrawn(name)) return null;
      sums[at] = (sums[at] ?? 0) + (value ?? 0);
      return sums[at] ?? 0;
    }),
  );
}
