import type { Era } from '../../dataQuery/eras.js';
import { groupByStatement } from '../../dataQuery/groupBy.js';
import { refuseUnreadablePatterns } from '../../dataQuery/patterns/planPatterns.js';
import type { Query } from '../../dataQuery/querySchema.js';
import {
  aggregateStatement,
  aggregationName,
  type ReadQuery,
} from '../../dataQuery/sql/aggregateStatement.js';
import { Parameters } from '../../dataQuery/expressions.js';
import type { SourceColumns } from '../../dataQuery/sql/sourceColumns.js';
import { readGranularity } from '../../dataQuery/time/queryTimes.js';
import { topNStatement } from '../../dataQuery/topN.js';

/**
 * Refuses what the embedded engine refuses, in its words: its statement for the query is written, and not run. A cluster
 * hides its reasons, or passes over what it does not know.
 * @throws HttpProblem
 */
export function refuseAsHere(query: Query, columns: SourceColumns, era: Era): void {
  refuseUnreadablePatterns(query);
  const { filter: _rows, ...rest } = query;
  const aggregations = query.aggregations.map(withoutFilter);
  const asked = { ...rest, granularity: 'all' as const, aggregations };
  const read = {
    intervals: [],
    times: [],
    hours: [],
    columns,
    readable: undefined,
    patterns: new Map(),
    era,
    granularity: readGranularity('all', { start: 0, end: 0 }),
  } satisfies Omit<ReadQuery, 'query'>;
  switch (asked.queryType) {
    case 'groupBy':
      groupByStatement({ ...read, query: asked, mostRows: 1 });
      return;
    case 'topN':
      topNStatement({ ...read, query: asked });
      return;
    case 'timeseries':
      aggregateStatement({ ...read, query: asked }, { dimensions: [], parameters: new Parameters() });
  }
}

/** Filters were checked when the query was read, and patterns need rows to be planned. */
const withoutFilter = (aggregation: Query['aggregations'][number]) =>
  aggregation.type === 'filtered'
    ? { ...aggregation.aggregator, name: aggregationName(aggregation) }
    : aggregation;
