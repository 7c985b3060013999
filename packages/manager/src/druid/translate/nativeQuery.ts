import { isSet, scalarNumber } from 'netsensor-contract/text/looseValues';
import type { Stretch } from 'netsensor-contract/query/timeRange';
import type { GroupBy, Having, Query } from '../../dataQuery/querySchema.js';
import type { ReadableRows } from '../../dataQuery/readableRows.js';
import { skipsEmptyBuckets } from '../../dataQuery/readQuery.js';
import { badRequest } from '../../http/errors.js';
import type { SourceColumns } from '../../dataQuery/sql/sourceColumns.js';
import { namespaceFilter, nativeFilter, readableFilter, type Native } from './nativeFilter.js';
import { nativeAggregation, nativeDimension, nativePostAggregations } from './nativeOutputs.js';
import { nativeGranularity, nativeIntervals } from './nativeTime.js';
import type { NativeWords } from './nativeWords.js';

/** A query that was read and checked, and how it is to be asked. */
export interface AskedQuery {
  readonly query: Query;
  readonly intervals: readonly Stretch[];
  /** What the caller may read. */
  readonly readable: ReadableRows;
  /** The columns of the query's data source in the contract. */
  readonly columns: SourceColumns;
  /** Name of the data source in the cluster. */
  readonly dataSource: string;
  readonly words: NativeWords;
  readonly queryId: string;
}

/**
 * The query as a version of Druid takes it (contract 002, Query object). Every field of ours has its counterpart here, and
 * nothing else is sent: what an engine does not know it passes over, the rights of the caller included.
 */
export function nativeQuery(asked: AskedQuery): Native {
  const { query, intervals, dataSource, words } = asked;
  return {
    queryType: query.queryType,
    dataSource,
    intervals: nativeIntervals(intervals),
    granularity: nativeGranularity(query.granularity),
    ...rowFilter(asked),
    aggregations: query.aggregations.map(aggregation => nativeAggregation(aggregation, words)),
    postAggregations: nativePostAggregations(query, words),
    ...ofType(query, words),
    context: nativeContext(asked),
  };
}

/** The filter of the query, of the namespaces and of the rights, of which a row must pass all. */
function rowFilter({ query, readable, columns, words }: AskedQuery): Native {
  const { filter, namespace_uuids: namespaces = [] } = query;
  const fields = [
    ...(readable ? [readableFilter(readable, columns, words)] : []),
    ...(namespaces.length > 0 ? [namespaceFilter(namespaces, words)] : []),
    ...(filter ? [nativeFilter(filter, words)] : []),
  ];
  if (fields.length === 0) return {};
  return { filter: fields.length === 1 ? fields[0] : { type: 'and', fields } };
}

/** Of the options of a query only what changes its answer goes along; the others could change its shape. */
const nativeContext = ({ query, queryId }: AskedQuery): Native => ({
  queryId,
  ...(skipsEmptyBuckets(query) && { skipEmptyBuckets: true }),
  ...(query.queryType === 'topN' && minTopNThreshold(query.context?.['minTopNThreshold'])),
});

/** How many values of a dimension each segment is asked for. @throws HttpProblem 400 where it is no number of values */
function minTopNThreshold(given: unknown): Native | undefined {
  if (!isSet(given)) return undefined;
  const most = scalarNumber(given);
  if (!Number.isSafeInteger(most) || most < 1)
    throw badRequest('context.minTopNThreshold: is not a whole number above 0');
  return { minTopNThreshold: most };
}

function ofType(query: Query, words: NativeWords): Native {
  switch (query.queryType) {
    case 'groupBy':
      return {
        dimensions: (query.dimensions ?? []).map(nativeDimension),
        ...nativeOrder(query, words),
        ...(query.having && { having: nativeHaving(query.having) }),
      };
    case 'topN':
      return {
        dimension: nativeDimension(query.dimension),
        metric: query.metric,
        threshold: query.threshold,
      };
    case 'timeseries':
      return { descending: query.descending ?? false };
  }
}

/** Order and limit (contract 002, orderBy shape). */
function nativeOrder({ limitSpec, orderBy }: GroupBy, words: NativeWords): Native {
  const order = limitSpec ?? orderBy;
  if (!order) return {};
  const columns = (order.columns ?? []).map(given => {
    const column = typeof given === 'string' ? { dimension: given } : given;
    return { ...column, direction: (column.direction ?? 'ASCENDING').toLowerCase() };
  });
  return { [words.order]: { ...order, columns } };
}

/** A condition on the rows of a groupBy (field notes §2.7). */
function nativeHaving(having: Having): Native {
  switch (having.type) {
    case 'and':
    case 'or':
      return { type: having.type, havingSpecs: having.havingSpecs.map(nativeHaving) };
    case 'not':
      return { type: 'not', havingSpec: nativeHaving(having.havingSpec) };
    case 'dimSelector':
      return {
        ...having,
        value: having.value === undefined || having.value === null ? null : String(having.value),
      };
    case 'always':
    case 'equalTo':
    case 'greaterThan':
    case 'lessThan':
      return having;
  }
}
