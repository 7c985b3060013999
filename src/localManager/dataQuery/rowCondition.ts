import type { DataQuery } from '../../model/query.js';
import { filterToSql } from './filterToSql.js';
import type { TimeRange } from './intervals.js';
import { joinConditions, type Parameters } from './parameters.js';

/** What decides which rows of a data source belong to a query. */
export interface RowChoice {
  readonly query: DataQuery;
  readonly intervals: readonly TimeRange[];
}

/** SQL for the rows that a query looks at: its intervals, namespaces and filter. */
export function rowCondition(choice: RowChoice, parameters: Parameters): string {
  const { filter, dataSource: source } = choice.query;
  return joinConditions('AND', [
    storedCondition(choice, parameters),
    ...(filter ? [filterToSql(filter, { source, parameters })] : []),
  ]);
}

/** SQL for the stored rows that a query could look at, whatever its filter says. */
export function storedCondition({ query, intervals }: RowChoice, parameters: Parameters): string {
  const ranges = intervals.map(
    ({ start, end }) =>
      `("timestamp" >= ${parameters.time(start)} AND "timestamp" < ${parameters.time(end)})`,
  );
  const namespaces = (query.namespace_uuids ?? []).map(uuid => parameters.text(uuid));
  return joinConditions('AND', [
    joinConditions('OR', ranges),
    ...(namespaces.length > 0 ? [`namespace_uuid IN (${namespaces.join(', ')})`] : []),
  ]);
}
