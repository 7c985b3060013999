import * as z from 'zod';
import { type ResultTable, type ResultValue, dimensionOf, requestedDimensions } from './queryResult.js';
import type { ChartMarks } from './chartMarks.js';
import { bucketsOf, partialBuckets, queryStretches } from '../query/timeBuckets.js';
import { timeShifts, type TimeShift } from '../query/timeShift.js';
import type { NodeHint } from '../sensors/nodeRecord.js';
import type { Stretch } from '../query/timeRange.js';
import { isRecord } from '../text/looseValues.js';

/** What an output item holds: the first rows, and how to look at them. */
export interface ResultOutput extends ResultTable {
  /** Names the result in messages. */
  readonly id: string;
  readonly facts: QueryFacts;
  readonly settings: ViewSettings;
  /** Time zone of the notebook, when it has one. */
  readonly zone?: string | undefined;
  /** The range that its cell had before, when that was another one in this session. */
  readonly earlierRange?: string | undefined;
  /** Whether it comes from the file of its notebook, and nothing more is asked of the manager for it. */
  readonly isStored?: boolean;
  /** Sentences about what is not among the rows, in the language of the editor. */
  readonly notes?: readonly string[];
  /** Whether the extension can show what it could not read. */
  readonly hasOddRows?: boolean;
  /** The other cells of its notebook whose rows can be marked over its chart, as view settings name them. */
  readonly markSources?: readonly string[];
  /** Whether it stands in a tab of its own, and not below a cell. */
  readonly isInTab?: boolean;
}

/** What can be done with a value of a dimension. */
export type ValueAction = 'filter' | 'exclude' | 'copyFilter' | 'drillDown' | 'reveal';

/** Formats that a result can be written in; pictures are drawn by the renderer. */
export type TextFormat = 'csv' | 'json' | 'markdown';

/** What the renderer asks of the extension about a result; `result` is the id of an output. */
export type RendererMessage = { readonly result: string } & (
  | { readonly type: 'rows'; readonly from: number; readonly count: number }
  | { readonly type: 'settings'; readonly settings: ViewSettings }
  /** Times in milliseconds. */
  | { readonly type: 'interval'; readonly start: number; readonly end: number }
  /** To the range before. */
  | { readonly type: 'back' }
  /** The rows of the same query some time before. */
  | { readonly type: 'before'; readonly shift: TimeShift }
  /** What happened in its time. */
  | { readonly type: 'marks'; readonly source: string }
  | {
      readonly type: 'value';
      readonly action: ValueAction;
      readonly column: string;
      readonly value: ResultValue;
      /** The time of its row as it was sent; for a value that stands for several rows there is none. */
      readonly time?: ResultValue | undefined;
    }
  | { readonly type: 'export'; readonly format: TextFormat }
  /** `data` is the file, as text for SVG and in base 64 for PNG. */
  | { readonly type: 'picture'; readonly format: 'svg' | 'png'; readonly data: string }
  | { readonly type: 'copy'; readonly text: string }
  /** What could not be read, as it was sent. */
  | { readonly type: 'oddRows' }
  /** A tab of its own. */
  | { readonly type: 'tab'; readonly settings: ViewSettings }
);

/** What the renderer asks once: its texts in the language of the editor. */
export interface TextsQuestion {
  readonly type: 'texts';
}

/** Translations by the English text; there is no answer where there are none. */
export interface TextsAnswer {
  readonly type: 'texts';
  readonly texts: Readonly<Record<string, string>>;
}

/** What the page of a tab says when it can show a result. */
export interface TabReady {
  readonly type: 'ready';
}

/** What the page of a tab is given to show. */
export interface TabResult {
  readonly type: 'result';
  readonly output: ResultOutput;
}

/** What the extension answers about a result. */
export type ExtensionMessage = { readonly result: string } & (
  | {
      readonly type: 'rows';
      readonly from: number;
      /** Values by column. */
      readonly columns: readonly (readonly ResultValue[])[];
    }
  /** Rows of the same query some time before, at the times beside which they are to be drawn. */
  | ({ readonly type: 'before'; readonly shift: TimeShift } & ResultTable)
  /** They cannot be read, or somebody has cancelled that. */
  | { readonly type: 'noBefore'; readonly shift: TimeShift }
  | ({ readonly type: 'marks'; readonly source: string } & ChartMarks)
  /** As for rows of some time before. */
  | { readonly type: 'noMarks'; readonly source: string }
  /** The extension does not have the rows any more. */
  | { readonly type: 'gone' }
);

/** What a number counts, which decides how it is written. */
export type Unit = 'bytes' | 'packets' | 'number';

/** A computed column of a query. */
export interface Measure {
  readonly name: string;
  readonly unit: Unit;
  /** Whether values of several rows may be added up; a minimum, a maximum or a distinct count may not. */
  readonly isSum: boolean;
}

/** What a drawing has to know of the query behind a result. */
export interface QueryFacts {
  /** As written; may be anything. */
  readonly queryType: string;
  /** Names of the columns that show dimensions. */
  readonly dimensions: readonly string[];
  /** Those of them whose values name something in the tree. */
  readonly inTree: readonly string[];
  /** Whether the rows are told apart by time. */
  readonly isBucketed: boolean;
  readonly measures: readonly Measure[];
  /** The computed column that rows are ranked by, where the query names one. */
  readonly metric?: string | undefined;
  /** Milliseconds from one bucket to the next, at most; undefined where the rows are not told apart by a known one. */
  readonly bucketLength?: number | undefined;
  /** The time that the query looks at, in order. */
  readonly stretches?: readonly Stretch[] | undefined;
  /** Starts of the buckets that were answered in part only; milliseconds since 1970 UTC. */
  readonly partialBuckets?: readonly number[] | undefined;
}

/**
 * Reads what matters from a query, whatever else is right or wrong with it.
 * @param answeredAt milliseconds since 1970 UTC
 */
export function queryFacts(query: unknown, answeredAt = Number.POSITIVE_INFINITY): QueryFacts {
  const { queryType, granularity, aggregations, postAggregations } = isRecord(query) ? query : {};
  const dimensions = requestedDimensions(query);
  const buckets = bucketsOf(granularity);
  const stretches = isRecord(query) ? queryStretches(query) : [];
  const measures = [aggregations, postAggregations].flat().filter(isRecord).map(toMeasure);
  return {
    queryType: typeof queryType === 'string' ? queryType : '',
    dimensions,
    inTree: dimensions.filter(column => isTreeDimension(dimensionOf(query, column) ?? '')),
    isBucketed: granularity !== undefined && granularity !== 'all',
    measures: measures.filter(measure => measure !== undefined),
    bucketLength: buckets?.longest,
    stretches,
    partialBuckets: buckets ? partialBuckets(stretches, { buckets, answeredAt }) : [],
    metric: rankingNames(query).flatMap(name => measures.find(measure => measure?.name === name) ?? [])[0]
      ?.name,
  };
}

/** What a query asks in a few of its own words: `topN wan_ip by bytes`; empty where it says nothing of that. */
export function queryTitle(query: unknown): string {
  const { queryType, dimensions, measures, metric } = queryFacts(query);
  const asked = [queryType, dimensions.join(', ')].filter(Boolean).join(' ');
  const measured = metric ?? measures.map(({ name }) => name).join(', ');
  return [asked, measured].filter(Boolean).join(dimensions.length > 0 ? ' by ' : ' ');
}

/** What a topN or the order of a groupBy names, the first one first (contract 002; field notes §2.7 and §2.8). */
function rankingNames(query: unknown): unknown[] {
  const { queryType, metric, orderBy, limitSpec } = isRecord(query) ? query : {};
  if (queryType === 'topN') return [metricName(metric)];
  const order = orderBy ?? limitSpec;
  if (queryType !== 'groupBy' || !isRecord(order)) return [];
  return [order['columns']].flat().map(column => (isRecord(column) ? column['dimension'] : column));
}

/** A metric may be wrapped, also several times, to be ranked the other way round. */
function metricName(metric: unknown): unknown {
  return isRecord(metric) ? metricName(metric['metric']) : metric;
}

function toMeasure(aggregation: Record<string, unknown>): Measure | undefined {
  const inner = isRecord(aggregation['aggregator']) ? aggregation['aggregator'] : aggregation;
  const { type, fieldName } = inner;
  const name = aggregation['name'] ?? inner['name'];
  if (typeof name !== 'string') return undefined;
  const words = typeof fieldName === 'string' ? `${name} ${fieldName}` : name;
  return { name, unit: unitOf(words), isSum: type === 'longSum' || type === 'doubleSum' || type === 'count' };
}

/** Columns are named by what they count (contract 002, Aggregations per data source). */
function unitOf(words: string): Unit {
  if (/bytes|octets/i.test(words)) return 'bytes';
  return /pkts|packets/i.test(words) ? 'packets' : 'number';
}

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

const columnSettings = z.object({
  name: z.string(),
  /** Pixels. */
  width: z.number().min(24).max(2000).optional(),
  isHidden: z.boolean().optional(),
  /** What the rows shown have in common, as typed. */
  filter: z.string().optional(),
});

const viewSettings = z.object({
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
  /** `sent`, `UTC`, `local` or the name of a time zone. */
  zone: z.string().optional(),
  sort: z.object({ column: z.string(), isDescending: z.boolean() }).optional(),
  columns: z.array(columnSettings).optional(),
  /** What some column of the rows shown has, as typed. */
  search: z.string().optional(),
  /** Whether all series and bars are drawn, not only the largest. */
  hasAll: z.boolean().optional(),
  /** The series that are not drawn, as their chart tells them apart. */
  off: z.array(z.string()).optional(),
});

/** How a person chose to look at the results of a cell; kept in its metadata. */
export type ViewSettings = Readonly<z.output<typeof viewSettings>>;
export type ViewName = (typeof viewNames)[number];
export type ColumnSettings = Readonly<z.output<typeof columnSettings>>;

/** Reads settings from metadata or a message; what is not readable is left out as a whole. */
export function readViewSettings(value: unknown): ViewSettings {
  const result = viewSettings.safeParse(value);
  return result.success ? result.data : {};
}

/** Dimensions that hold names of sensors and domains (contract 002, Dimensions). */
const nameDimensions = new Set([
  'sensor_name',
  'namespace',
  'organization',
  'service_provider',
  'deployment',
  'market',
  'campus',
  'building',
  'floor',
  'zone',
  'wireless_station_name',
]);

const namesByUuid = (dimension: string) => dimension.endsWith('_uuid') && dimension !== 'incident_uuid';

/** Whether the values of a dimension name something in the tree. */
const isTreeDimension = (dimension: string): boolean =>
  nameDimensions.has(dimension) || dimension === 'wireless_station' || namesByUuid(dimension);

/** The node that a value of a dimension is about; undefined for dimensions that are about something else. */
export function nodeHint(shown: {
  connectionId: string;
  dimension: string;
  value: string;
}): NodeHint | undefined {
  const { connectionId, dimension, value } = shown;
  if (value === '' || !isTreeDimension(dimension)) return undefined;
  if (namesByUuid(dimension)) return { connectionId, uuid: value };
  return dimension === 'wireless_station'
    ? { connectionId, macAddress: value }
    : { connectionId, name: value };
}
