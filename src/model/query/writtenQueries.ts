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
    aggregations: [{ type: 'count', name: 'rows' }],
    metric: 'rows',
    threshold: most,
    ...(search !== '' && { filter: { type: 'regex', dimension, pattern } }),
  };
  return resolveQueryTimes(query, { now, zone, range }).query;
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
