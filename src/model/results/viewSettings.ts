import * as z from 'zod';
import { timeShifts } from '../query/timeShift.js';

/** What numbers over time are per second: the same unit as in a bucket, or bits. */
const rates = ['second', 'bits'] as const;
export type Rate = (typeof rates)[number];

/** The ways to look at a result. */
export const viewNames = [
  'table',
  'number',
  'line',
  'area',
  'stacked',
  'bars',
  'list',
  'heat',
  'map',
] as const;

/** A line across a chart at a value, in the unit that is drawn. */
const threshold = z.object({ value: z.number(), label: z.string().max(200).optional() });

const axisSettings = z.object({
  isLogarithmic: z.boolean().optional(),
  /** What values and limits of it are per second; as they are in a bucket where it is left out. */
  rate: z.enum(rates).optional(),
  min: z.number().optional(),
  max: z.number().optional(),
  thresholds: z.array(threshold).max(20).optional(),
});

const columnSettings = z.object({
  name: z.string(),
  /** Pixels. */
  width: z.number().min(24).max(2000).optional(),
  isHidden: z.boolean().optional(),
  /** What the rows shown have in common, as typed. */
  filter: z.string().optional(),
  /** Of the axis that it is drawn against over time. */
  axis: axisSettings.optional(),
});

const sorting = z.object({ column: z.string(), isDescending: z.boolean() });
/** Rows are sorted by a column, in one direction. */
export type Sorting = Readonly<z.output<typeof sorting>>;

export const viewSettings = z.object({
  view: z.enum(viewNames).optional(),
  /** The column that is drawn. */
  measure: z.string().optional(),
  /** Another column that is drawn, on an axis of its own where its unit differs. */
  second: z.string().optional(),
  /** The column that a map or a list is drawn by. */
  dimension: z.string().optional(),
  /** How much earlier the same query is drawn beside it. */
  compare: z.enum(timeShifts).optional(),
  /** What is marked over a chart: `rb_event` for the events of the manager, `${name}` for the rows of a cell. */
  marks: z.string().optional(),
  /** Whether 1 kB is 1,000 or 1,024 bytes. */
  prefixes: z.enum(['si', 'binary']).optional(),
  /** Per second in place of per bucket, for what can be added up. */
  rate: z.enum(rates).optional(),
  /** `sent`, `UTC`, `local` or the name of a time zone. */
  zone: z.string().optional(),
  sort: sorting.extend({ then: z.array(sorting).max(10).optional() }).optional(),
  columns: z.array(columnSettings).optional(),
  /** The names of the columns from left to right; others follow them as they came. */
  order: z.array(z.string()).optional(),
  /** What some column of the rows shown has, as typed. */
  search: z.string().optional(),
  /** Of a chart over time, in pixels. */
  height: z.number().min(80).max(2000).optional(),
  /** Whether all series and bars are drawn, not only the largest. */
  hasAll: z.boolean().optional(),
  /** Whether a legend says the last value and the maximum of each series. */
  hasRanges: z.boolean().optional(),
  /** The series that are not drawn, as their chart tells them apart. */
  off: z.array(z.string()).optional(),
  /** The only series that are drawn, whatever others an answer has; those of some time before beside them, too. */
  only: z.array(z.string()).optional(),
});

/** How a person chose to look at the results of a cell; kept in its metadata. */
export type ViewSettings = Readonly<z.output<typeof viewSettings>>;
/** Which series are drawn. */
export type SeriesChoice = Pick<ViewSettings, 'off' | 'only'>;
export type ViewName = (typeof viewNames)[number];
export type AxisSettings = Readonly<z.output<typeof axisSettings>>;
export type Threshold = Readonly<z.output<typeof threshold>>;
export type ColumnSettings = Readonly<z.output<typeof columnSettings>>;

/** Reads settings from metadata; what is not readable is left out as a whole. */
export function readViewSettings(value: unknown): ViewSettings {
  const result = viewSettings.safeParse(value);
  return result.success ? result.data : {};
}
