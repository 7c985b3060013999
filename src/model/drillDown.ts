import { dimensions, type DataSource } from './query/dataSources.js';
import { requestedDimensions } from './queryResult.js';

/** The dimensions of a query's data source that it does not show yet. */
export function otherDimensions(query: unknown): string[] {
  const source = typeof query === 'object' && query !== null && 'dataSource' in query ? query.dataSource : '';
  const known = typeof source === 'string' && Object.hasOwn(dimensions, source) ? source : 'rb_flow';
  const shown = requestedDimensions(query);
  return dimensions[known as DataSource].filter(name => !shown.includes(name));
}
