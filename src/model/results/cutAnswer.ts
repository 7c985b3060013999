import { bucketsOf, queryStretches } from 'netsensor-contract/query/timeBuckets';
import { isRecord } from 'netsensor-contract/text/looseValues';
import { writtenReference } from '../query/queryVariables.js';
import type { ResultTable, ResultValue } from '../query/queryResult.js';
import { dimensionOf, requestedDimensions } from '../query/queryResult.js';

/** How an answer may lack rows because its query says how many it wants. */
export type CutAnswer =
  /** As many rows as it wants: there may be more. A topN has to have a limit. */
  | { readonly kind: 'rows'; readonly limit: number; readonly isRequired: boolean }
  /** Rows of the first buckets alone, of so many in its time. */
  | {
      readonly kind: 'firstBuckets';
      readonly isRequired: false;
      readonly limit: number;
      readonly shown: number;
      readonly buckets: number;
    }
  /** The largest values of a dimension, chosen anew for each bucket. */
  | {
      readonly kind: 'eachBucket';
      readonly limit: number;
      readonly dimension: string;
      /** Whether `overallTop` has an answer. */
      readonly hasOverall: boolean;
    };

type Fields = Readonly<Record<string, unknown>>;

/**
 * What a query leaves out of its answer by its own limit (contract 002, Query object); undefined where the
 * answer has all there is.
 * @param query as sent
 */
export function cutAnswer(query: unknown, table: ResultTable): CutAnswer | undefined {
  if (!isRecord(query)) return undefined;
  const { queryType, threshold } = query;
  if (queryType === 'topN' && isCount(threshold)) return cutTop(query, { limit: threshold, table });
  // As managers choose where a query has both.
  const order = [query['limitSpec'], query['orderBy']].find(isRecord);
  const limit = order?.['limit'];
  if (queryType !== 'groupBy' || !isCount(limit) || table.totalRows < limit) return undefined;
  // Rows come by time first, also where their query orders them (field notes §2.7).
  const buckets = bucketCount(query);
  const shown = timesIn(table).size;
  return buckets !== undefined && shown < buckets
    ? { kind: 'firstBuckets', limit, isRequired: false, shown, buckets }
    : { kind: 'rows', limit, isRequired: false };
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0;

function cutTop(
  query: Fields,
  { limit, table }: { readonly limit: number; readonly table: ResultTable },
): CutAnswer | undefined {
  const rows = [...timesIn(table).values()];
  if (!rows.some(count => count >= limit)) return undefined;
  const [column = ''] = requestedDimensions(query);
  return isOverTime(query)
    ? {
        kind: 'eachBucket',
        limit,
        dimension: dimensionOf(query, column) ?? column,
        hasOverall: writtenReference('top', column) !== undefined,
      }
    : { kind: 'rows', limit, isRequired: true };
}

const isOverTime = ({ granularity }: Fields) => granularity !== undefined && granularity !== 'all';

/** How many rows there are of each time. */
function timesIn({ columns }: ResultTable): Map<unknown, number> {
  const counts = new Map<unknown, number>();
  for (const time of columns.find(({ kind }) => kind === 'time')?.values ?? [])
    counts.set(time, (counts.get(time) ?? 0) + 1);
  return counts;
}

/** More than these are not counted one by one. */
const mostCounted = 10_000;

function bucketCount(query: Fields): number | undefined {
  const buckets = bucketsOf(query['granularity']);
  if (!buckets) return undefined;
  let count = 0;
  for (const { start, end } of queryStretches(query)) {
    if ((end - start) / buckets.longest > mostCounted) count += Math.ceil((end - start) / buckets.longest);
    else
      for (let at = buckets.startOf(start); at < end; at = buckets.startOf(at + buckets.longest)) count += 1;
  }
  return count;
}

/** What aggregations over no rows come to (field notes §2.6). */
const ofNothing = new Set<ResultValue>([0, '0', null, 'Infinity', '-Infinity', 'NaN']);
const longOfNothing = /^-?922337203685477580[78]$/;
const isOfNothing = (value: ResultValue) => ofNothing.has(value) || longOfNothing.test(String(value));

/**
 * Whether a timeseries has nothing but what its aggregations come to over no rows: it has a row for every bucket, also where
 * nothing matches.
 * @param query as sent
 */
export function isAllOfNothing(query: unknown, { columns, rowCount }: ResultTable): boolean {
  if (!isRecord(query) || query['queryType'] !== 'timeseries') return false;
  const computed = columns.filter(({ kind }) => kind === 'value');
  const isNothing = computed.every(({ values }) => values.every(isOfNothing));
  return rowCount > 0 && computed.length > 0 && isNothing;
}

const limits = [100, 1_000, 10_000, 100_000];

/** The next limit that is worth a try; undefined where one wants as many rows as there can be. */
export const raisedLimit = (limit: number): number | undefined => limits.find(larger => larger >= limit * 10);
