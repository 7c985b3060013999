import {
  dimensionOf,
  requestedDimensions,
  type ResultColumn,
  type ResultTable,
} from '../query/queryResult.js';
import {
  bucketsOf,
  partialBuckets,
  queryStretches,
  type Buckets,
} from 'netsensor-contract/query/timeBuckets';
import type { NodeHint } from 'netsensor-contract/sensors/nodeRecord';
import type { Stretch } from 'netsensor-contract/query/timeRange';
import { isRecord } from 'netsensor-contract/text/looseValues';
import { parseQueryText } from '../query/queryText.js';

/** What a number counts, which decides how it is written; what an SNMP monitor measures has a unit that is data. */
export type Unit = 'bytes' | 'packets' | 'value' | 'number';

/** A computed column of a query. */
export interface Measure {
  readonly name: string;
  readonly unit: Unit;
  /** Whether values of several rows may be added up; a minimum, a maximum or a distinct count may not. */
  readonly isSum: boolean;
}

/** When, where and by whom a query was answered. */
export interface AnsweredBy {
  /** The name of the connection. */
  readonly connection: string;
  readonly timeZone: string;
  /** ISO 8601. */
  readonly ranAt: string;
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
  /** The unit of what monitors measure, where the filter of the query says it. */
  readonly valueUnit?: string | undefined;
  /** Milliseconds from one bucket to the next, at most; undefined where the rows are not told apart by a known one. */
  readonly bucketLength?: number | undefined;
  /** Where the last bucket ends that the query looks at; milliseconds since 1970 UTC. */
  readonly bucketsEnd?: number | undefined;
  /** The time that the query looks at, in order. */
  readonly stretches?: readonly Stretch[] | undefined;
  /** When it was answered, where that is known; milliseconds since 1970 UTC. */
  readonly answeredAt?: number | undefined;
  /** Starts of the buckets that were answered in part only; milliseconds since 1970 UTC. */
  readonly partialBuckets?: readonly number[] | undefined;
}

/**
 * Reads what matters from a query, whatever else is right or wrong with it.
 * @param answeredAt milliseconds since 1970 UTC
 */
export function queryFacts(query: unknown, answeredAt = Number.POSITIVE_INFINITY): QueryFacts {
  const { queryType, granularity, aggregations, postAggregations, filter } = isRecord(query) ? query : {};
  const dimensions = requestedDimensions(query);
  const buckets = bucketsOf(granularity);
  const stretches = isRecord(query) ? queryStretches(query) : [];
  const measures = computedColumns(aggregations, postAggregations);
  return {
    queryType: typeof queryType === 'string' ? queryType : '',
    dimensions,
    inTree: dimensions.filter(column => isTreeDimension(dimensionOf(query, column) ?? '')),
    isBucketed: granularity !== undefined && granularity !== 'all',
    measures,
    valueUnit: filteredUnit(filter),
    bucketLength: buckets?.longest,
    bucketsEnd: buckets && endOfLast(buckets, stretches),
    stretches,
    answeredAt: Number.isFinite(answeredAt) ? answeredAt : undefined,
    partialBuckets: buckets ? partialBuckets(stretches, { buckets, answeredAt }) : [],
    metric: rankingNames(query).flatMap(name => measures.find(measure => measure.name === name) ?? [])[0]
      ?.name,
  };
}

/** What is said of a result wherever it is shown. */
interface Said<Note> {
  readonly asks: string;
  readonly manager: string;
  readonly zone: string;
  readonly notes: readonly Note[];
  readonly facts: QueryFacts;
}

/** What is said of the result of a query, as sent, and what is not among its rows. */
export const saidOf = <Note extends string>(
  query: unknown,
  {
    table,
    summary,
    notes,
  }: {
    readonly table: ResultTable;
    readonly summary: AnsweredBy;
    readonly notes: readonly Note[];
  },
): Said<Note> => ({
  asks: queryTitle(query),
  manager: summary.connection,
  zone: summary.timeZone,
  notes,
  facts: inColumnNames(queryFacts(query, Date.parse(summary.ranAt)), table.columns),
});

function endOfLast(buckets: Buckets, stretches: readonly Stretch[]): number | undefined {
  const last = stretches.at(-1);
  // One longest step further is always in the next bucket.
  return last && buckets.startOf(buckets.startOf(last.end - 1) + buckets.longest);
}

/** What was asked by the names that the columns of its result have. */
export function inColumnNames(facts: QueryFacts, columns: readonly ResultColumn[]): QueryFacts {
  const shown = new Map(columns.map(({ name, askedName = name }) => [askedName, name]));
  const nameOf = (asked: string) => shown.get(asked) ?? asked;
  const { dimensions, inTree, measures, metric } = facts;
  return {
    ...facts,
    dimensions: dimensions.map(nameOf),
    inTree: inTree.map(nameOf),
    measures: measures.map(measure => ({ ...measure, name: nameOf(measure.name) })),
    metric: metric === undefined ? undefined : nameOf(metric),
  };
}

/**
 * What a query asks in a few of its own words, with its filter: `Top 10 wan_ip by bytes · application = netflix`; empty where
 * it says nothing of that.
 */
export function queryTitle(query: unknown): string {
  const { filter, threshold, metric: ranking } = isRecord(query) ? query : {};
  const { queryType, dimensions, measures, metric } = queryFacts(query);
  const isRanked = queryType === 'topN' && Number.isSafeInteger(threshold);
  const end = isLowestFirst(ranking) ? 'Bottom' : metric === undefined ? 'First' : 'Top';
  const type = isRanked ? `${end} ${String(threshold)}` : queryType;
  const asked = [type, dimensions.join(', ')].filter(Boolean).join(' ');
  const measured = metric ?? (isRanked ? '' : measures.map(({ name }) => name).join(', '));
  const whole = [asked, measured].filter(Boolean).join(dimensions.length > 0 ? ' by ' : ' ');
  return [whole, filterTitle(filter)].filter(Boolean).join(' · ');
}

/** The same of the text of a cell; empty as long as it is not JSON. */
export function queryTextTitle(text: string): string {
  const written = parseQueryText(text);
  return 'query' in written ? queryTitle(written.query) : '';
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

/** Whether a metric is wrapped in `inverted`, once or any odd number of times. */
const isLowestFirst = (metric: unknown): boolean =>
  isRecord(metric) && (metric['type'] === 'inverted') !== isLowestFirst(metric['metric']);

function computedColumns(aggregations: unknown, postAggregations: unknown): Measure[] {
  const found = [aggregations].flat().filter(isRecord).map(toMeasure).filter(isThere);
  const sums = new Set(found.filter(({ isSum }) => isSum).map(({ name }) => name));
  const posts = [postAggregations].flat().filter(isRecord);
  const computed = posts.map(post => {
    const measure = toMeasure(post);
    return measure && { ...measure, isSum: isSumOf(post, sums) };
  });
  return [...found, ...computed.filter(isThere)];
}

const isThere = <Value>(value: Value | undefined): value is Value => value !== undefined;

/** Whether a value computed of sums is one, too: sums added or taken from each other, or multiplied by a number (field notes §2.7). */
function isSumOf({ type, fn, fieldName, fields }: Fields, sums: ReadonlySet<string>): boolean {
  if (type === 'fieldAccess' || type === 'finalizingFieldAccess') return sums.has(String(fieldName));
  const [first, ...others] = parts(fields).filter(isRecord);
  if (type !== 'arithmetic' || !first) return false;
  const isConstant = (field: Fields) => field['type'] === 'constant';
  if (fn === '+' || fn === '-') return [first, ...others].every(field => isSumOf(field, sums));
  if (fn === '*' && isConstant(first)) return others.length === 1 && isSumOf(others[0]!, sums);
  return isSumOf(first, sums) && others.every(isConstant);
}

function toMeasure(aggregation: Record<string, unknown>): Measure | undefined {
  const inner = isRecord(aggregation['aggregator']) ? aggregation['aggregator'] : aggregation;
  const { type, fieldName } = inner;
  const name = aggregation['name'] ?? inner['name'];
  if (typeof name !== 'string') return undefined;
  const words = typeof fieldName === 'string' ? `${name} ${fieldName}` : name;
  return { name, unit: unitOf(words), isSum: type === 'longSum' || type === 'doubleSum' || type === 'count' };
}

/** What a filter asks of the dimension `unit` of SNMP monitors (contract 002, Dimensions). */
function filteredUnit(filter: unknown): string | undefined {
  const { type, dimension, value, fields } = isRecord(filter) ? filter : {};
  if (type === 'and') return parts(fields).map(filteredUnit).find(isThere);
  return type === 'selector' && dimension === 'unit' && typeof value === 'string' ? value : undefined;
}

/** Columns are named by what they count (contract 002, Aggregations per data source). */
function unitOf(words: string): Unit {
  if (/\b((sum|min|max)_)?value$/.test(words)) return 'value';
  if (/bytes|octets/i.test(words)) return 'bytes';
  return /pkts|packets/i.test(words) ? 'packets' : 'number';
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

type Fields = Readonly<Record<string, unknown>>;

/** So many values of one filter are named. */
const mostValues = 3;

/**
 * What a filter keeps, in a few words: `campus = North, port ≠ 80`. What cannot be read of it is left out, and nothing may be
 * left (contract 002, Filters; the last forms field notes §2.9).
 */
export function filterTitle(filter: unknown): string {
  if (!isRecord(filter)) return '';
  const { type, fields, field } = filter;
  if (type === 'and') return titles(fields).join(', ');
  if (type === 'or') return exclusion(fields) ?? inBrackets(alternatives(fields), ' or ');
  if (type === 'not') return excluded(field);
  return compared(filter, '=');
}

const parts = (filters: unknown): unknown[] => (Array.isArray(filters) ? filters : []);

const titles = (filters: unknown): string[] => parts(filters).map(filterTitle).filter(Boolean);

/** The parts of an `or`: those that hold several conditions have brackets, too. */
const alternatives = (filters: unknown): string[] =>
  parts(filters)
    .map(filter =>
      isRecord(filter) && filter['type'] === 'and'
        ? inBrackets(titles(filter['fields']), ', ')
        : filterTitle(filter),
    )
    .filter(Boolean);

const inBrackets = (all: readonly string[], between: string): string =>
  all.length > 1 ? `(${all.join(between)})` : (all[0] ?? '');

/** What is said of `excluding` of `queryEdit.ts`: rows without a value pass any `≠`. */
function exclusion(filters: unknown): string | undefined {
  const [not, none, ...others] = parts(filters).filter(isRecord);
  const field = not?.['type'] === 'not' && isRecord(not['field']) ? not['field'] : undefined;
  const isExclusion =
    others.length === 0 &&
    field?.['type'] === 'selector' &&
    none?.['type'] === 'selector' &&
    none['dimension'] === field['dimension'] &&
    none['value'] === null;
  return isExclusion ? excluded(field) : undefined;
}

function excluded(filter: unknown): string {
  if (!isRecord(filter)) return '';
  if (filter['type'] === 'selector') return compared(filter, '≠');
  const inner = filter['type'] === 'or' ? alternatives(filter['fields']).join(' or ') : filterTitle(filter);
  return inner === '' ? '' : `not (${inner})`;
}

function compared({ type, dimension, value, ...filter }: Fields, equals: string): string {
  if (typeof dimension !== 'string') return '';
  const { pattern, values, query, lower, upper } = filter;
  switch (type) {
    case 'selector':
      return `${dimension} ${equals} ${valueText(value)}`;
    case 'in':
      return `${dimension} = ${listed(values)}`;
    case 'regex':
    case 'like':
      return `${dimension} ~ ${valueText(pattern)}`;
    case 'search':
      return `${dimension} ~ ${isRecord(query) ? listed(query['values'] ?? query['value']) : ''}`;
    case 'bound':
      return `${dimension} ${valueText(lower ?? '')}–${valueText(upper ?? '')}`.replaceAll('""', '');
    default:
      return dimension;
  }
}

/** No value is written as an empty text is. */
const valueText = (value: unknown): string =>
  value === '' || value === null || value === undefined ? '""' : String(value);

function listed(values: unknown): string {
  const all = [values].flat();
  const more = all.length > mostValues ? ` +${all.length - mostValues}` : '';
  return `${all.slice(0, mostValues).map(valueText).join('|')}${more}`;
}
