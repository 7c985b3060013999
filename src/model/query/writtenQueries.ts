import { macKey } from 'netsensor-contract/sensors/macAddress';
import type { NodeTarget } from '../sensors/nodeTarget.js';
import type { DataSource } from 'netsensor-contract/query/dataSources';
import { domainScope } from './domainScope.js';
import { toResultTable, type QueryRow } from './queryResult.js';
import {
  resolveQueryTimes,
  type Clock,
  type Stretch,
  type TimedQuery,
} from 'netsensor-contract/query/timeRange';

/** A first query about a node of the tree: the applications with the most traffic there. */
export function nodeQuery(node: NodeTarget): unknown {
  return {
    queryType: 'topN',
    dataSource: 'rb_flow',
    granularity: 'all',
    dimension: 'application_id_name',
    ...within(node),
    aggregations: [{ type: 'longSum', name: 'bytes', fieldName: 'sum_bytes' }],
    metric: 'bytes',
    threshold: 10,
  };
}

/** The bytes of a node in the last hour, minute by minute. */
export function trafficQuery(node: NodeTarget, clock: Clock): TimedQuery {
  const query = {
    queryType: 'timeseries',
    dataSource: 'rb_flow',
    granularity: 'minute',
    ...within(node),
    aggregations: [{ type: 'longSum', name: 'bytes', fieldName: 'sum_bytes' }],
  };
  return resolveQueryTimes(query, { ...clock, range: 'last hour' });
}

const minute = 60_000;

/** The bytes of each minute of a stretch, by seconds since 1970 UTC: an answer may leave minutes without traffic out. */
export function bytesByMinute(rows: readonly QueryRow[], { start, end }: Stretch) {
  const bytesAt = new Map(
    rows.map(({ timestamp, values }) => [Date.parse(timestamp ?? ''), Number(values['bytes'] ?? 0)]),
  );
  const minutes = [];
  for (let time = start - (start % minute); time < end; time += minute) minutes.push(time);
  return {
    times: minutes.map(time => time / 1000),
    bytes: minutes.map(time => bytesAt.get(time) || 0),
  };
}

function within(node: NodeTarget): object {
  const selector = (dimension: string, value: string) => ({ filter: { type: 'selector', dimension, value } });
  if (node.kind === 'accessPoint') return selector('wireless_station', macKey(node.macAddress ?? node.name));
  if (node.sensorKind !== 'domain') return selector('sensor_uuid', node.uuid);
  return domainScope(node.uuid, node.domainType ?? 1);
}

/** Which values a query for completion asks for. */
export interface WantedValues extends Clock {
  readonly dataSource: DataSource;
  readonly dimension: string;
  readonly range: string;
  readonly most: number;
  /** Only values that contain it, in upper or lower case. */
  readonly search?: string;
}

/** A small topN for the most frequent values of a dimension (contract 002, Query types). */
export function valueQuery(wanted: WantedValues): unknown {
  const { dataSource, dimension, range, most, now, zone, search = '' } = wanted;
  const pattern = `(?i)${search.replace(/[!-/:-@[-^`{-~]/g, '\\$&')}`;
  const query = {
    queryType: 'topN',
    dataSource,
    granularity: 'all',
    dimension,
    aggregations: [allRows],
    metric: allRows.name,
    threshold: most,
    ...(search !== '' && { filter: { type: 'regex', dimension, pattern } }),
  };
  return resolveQueryTimes(query, { now, zone, range }).query;
}

/** Of which dimensions a query asks whether they have values. */
export interface WantedDimensions extends Clock {
  readonly dataSource: DataSource;
  readonly dimensions: readonly string[];
  readonly range: string;
}

const allRows = { type: 'count', name: 'rows' };

/** A timeseries of one row that counts the stored rows, and those with a value in each dimension (field notes §2.9). */
export function filledQuery({ dataSource, dimensions, range, ...clock }: WantedDimensions): unknown {
  const counts = dimensions.map(name => ({
    type: 'filtered',
    name,
    filter: hasValue(name),
    aggregator: { type: 'count', name },
  }));
  const aggregations = [allRows, ...counts];
  const query = { queryType: 'timeseries', dataSource, granularity: 'all', aggregations };
  return resolveQueryTimes(query, { ...clock, range }).query;
}

/** The same of all rows that are stored: of those without a value in any of the dimensions, an index knows without reading them. */
export function everFilledQuery(wanted: Omit<WantedDimensions, 'range'>): unknown {
  const filter = { type: 'or', fields: wanted.dimensions.map(hasValue) };
  return { ...(filledQuery({ ...wanted, range: allTime }) as object), filter };
}

/** Longer than any manager has stored rows. */
const allTime = '2000-01-01T00:00:00Z/now+1d';

const hasValue = (dimension: string) => ({
  type: 'not',
  field: { type: 'selector', dimension, value: null },
});

/** How many stored rows there are, and how many have a value in each dimension. */
export interface FilledDimensions {
  readonly rows: number;
  readonly filled: ReadonlyMap<string, number>;
}

/** The counts in the answer to such a query; none where there are no rows. */
export function filledDimensions(
  answer: readonly QueryRow[],
  dimensions: readonly string[],
): FilledDimensions {
  const buckets = answer.filter(({ timestamp }) => timestamp !== null);
  const count = (name: string) => buckets.reduce((sum, { values }) => sum + Number(values[name] ?? 0), 0);
  return { rows: count(allRows.name), filled: new Map(dimensions.map(name => [name, count(name)])) };
}

/** A value of a dimension, and how often it occurs. */
export interface FrequentValue {
  readonly value: string;
  /** Stored rows that have it; one may stand for several events. Undefined when the manager did not say. */
  readonly rows: number | undefined;
}

/** The values in the answer to such a query, the most frequent first; rows without one are left out. */
export function frequentValues(answer: readonly QueryRow[], dimension: string): FrequentValue[] {
  const { columns } = toResultTable(answer, [dimension], Number.POSITIVE_INFINITY);
  const valuesIn = (wanted: string) => columns.find(({ name }) => name === wanted)?.values ?? [];
  const counts = valuesIn('rows');
  const found = new Map<string, FrequentValue>();
  for (const [index, written] of valuesIn(dimension).entries()) {
    const value = String(written ?? '');
    const rows = counts[index];
    if (value === '' || found.has(value)) continue;
    found.set(value, { value, rows: typeof rows === 'number' ? rows : undefined });
  }
  return [...found.values()];
}
