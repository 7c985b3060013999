import type { DataSource } from './query/dataSources.js';
import { toResultTable } from './queryResult.js';
import type { QueryRow } from './queryRows.js';
import { resolveQueryTimes } from './queryTimes.js';
import type { Clock } from './query/timeRange.js';

/** Which values a query for completion asks for. */
export interface WantedValues extends Clock {
  readonly dataSource: DataSource;
  readonly dimension: string;
  readonly range: string;
  readonly most: number;
}

/** A small topN for the most frequent values of a dimension (contract 002, Query types). */
export function valueQuery({ dataSource, dimension, range, most, now, zone }: WantedValues): unknown {
  const query = {
    queryType: 'topN',
    dataSource,
    granularity: 'all',
    dimension,
    aggregations: [{ type: 'count', name: 'rows' }],
    metric: 'rows',
    threshold: most,
  };
  return resolveQueryTimes(query, { now, zone, range }).query;
}

/** The values in the answer to such a query, the most frequent first; rows without one are left out. */
export function valuesOf(rows: readonly QueryRow[], dimension: string): string[] {
  const table = toResultTable(rows, [dimension], Number.POSITIVE_INFINITY);
  const column = table.columns.find(({ name }) => name === dimension);
  return [...new Set((column?.values ?? []).filter(value => value !== null && value !== '').map(String))];
}
