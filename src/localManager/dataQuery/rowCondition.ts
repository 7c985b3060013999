import type { DataQuery } from '../../model/query/query.js';
import { filterToSql } from './sql/rowCondition.js';
import type { TimeRange } from './time/intervals.js';
import { joinConditions, type Parameters } from './sql/expressions.js';
import type { PatternPlans } from './patternPlan.js';
import { readableCondition, type ReadableRows } from './readableRows.js';
import type { SourceColumns } from './sql/sourceColumns.js';

/** What decides which stored rows a query could look at. */
export interface StoredChoice {
  readonly query: DataQuery;
  readonly intervals: readonly TimeRange[];
  /** The columns of the query's data source. */
  readonly columns: SourceColumns;
  /** What the caller may read. */
  readonly readable: ReadableRows;
}

/** What decides which rows of a data source belong to a query. */
export interface RowChoice extends StoredChoice {
  /** How the regular expressions of the query are evaluated. */
  readonly patterns: PatternPlans;
}

/** SQL for the rows that a query looks at: its intervals, namespaces and filter. */
export function rowCondition(choice: RowChoice, parameters: Parameters): string {
  const { query, columns, patterns } = choice;
  return joinConditions('AND', [
    storedCondition(choice, parameters),
    ...(query.filter ? [filterToSql(query.filter, { columns, parameters, patterns })] : []),
  ]);
}

/** SQL for the stored rows that a query could look at, whatever its filter says. */
export function storedCondition(
  { query, intervals, columns, readable }: StoredChoice,
  parameters: Parameters,
): string {
  const ranges = intervals.map(
    ({ start, end }) =>
      `("timestamp" >= ${parameters.time(start)} AND "timestamp" < ${parameters.time(end)})`,
  );
  const namespaces = (query.namespace_uuids ?? []).map(uuid => parameters.text(uuid));
  return joinConditions('AND', [
    joinConditions('OR', ranges),
    ...(readable ? [readableCondition(readable, columns, parameters)] : []),
    ...(namespaces.length > 0 ? [`namespace_uuid IN (${namespaces.join(', ')})`] : []),
  ]);
}
