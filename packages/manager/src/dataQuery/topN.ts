import { addTo } from 'netsensor-contract/text/collections';
import type { SqlSession } from '../store/database.js';
import { QueryProblem } from '../http/errors.js';
import {
  type AggregateStatement,
  aggregateStatement,
  aggregationName,
  type ReadQuery,
} from './sql/aggregateStatement.js';
import { alphaNumericKey, firstRows, Parameters, unitKey } from './expressions.js';
import { answeredBuckets, storedHours } from './storedHours.js';
import { findOutput, objectPrinter } from './sql/outputs.js';
import type { TopN } from './querySchema.js';

/** Runs a topN: one object per bucket with its highest values; exact, unlike a cluster's (field notes §2.8). */
export async function runTopN(
  session: SqlSession,
  read: ReadQuery & { readonly query: TopN },
): Promise<string> {
  const { granularity, intervals } = read;
  const { sql, parameters, outputs } = topNStatement(read);
  const buckets = answeredBuckets(await storedHours(session, read), intervals, granularity.buckets);
  const rows = await session.arrays(sql, parameters.values);
  const print = objectPrinter(outputs);
  const results = new Map<number, string[]>();
  for (const [bucket, ...cells] of rows) {
    addTo(results, granularity.buckets?.startOf(Number(bucket)) ?? 0, print(cells));
  }
  const lines = buckets.map(bucket => {
    const list = results.get(granularity.buckets ? bucket : 0) ?? [];
    return `{"timestamp":"${granularity.print(bucket)}","result":[${list.join(',')}]}`;
  });
  return `[${lines.join(',')}]`;
}

/**
 * The statement of a topN.
 * @throws HttpProblem for what it refuses in the outputs, or when no output is the metric
 */
export function topNStatement(read: ReadQuery & { readonly query: TopN }) {
  const { query } = read;
  const parameters = new Parameters();
  const statement = aggregateStatement(read, { dimensions: [query.dimension], parameters });
  const { stop, order } = rankingOf(query, statement, parameters);
  const { threshold } = query;
  const { bucket: number, outputs } = statement;
  // The values of a single bucket need not be numbered, which takes longer than finding the first ones.
  const highest = number
    ? `QUALIFY row_number() OVER (PARTITION BY ${number} ORDER BY ${order}) <= ${parameters.whole(threshold)} ORDER BY ${number}, ${order}`
    : `ORDER BY ${order} ${firstRows(threshold)}`;
  return { sql: `${statement.select} ${stop} ${highest}`, parameters, outputs };
}

/** The order of values inside a bucket: by the metric, then by the value itself, no value first. */
function rankingOf(query: TopN, statement: AggregateStatement, parameters: Parameters) {
  let { metric } = query;
  let inverted = false;
  while (metric.type === 'inverted') {
    inverted = !inverted;
    metric = metric.metric;
  }
  if (metric.type === 'numeric') {
    const key = metricOutput(query, statement, metric.metric);
    return {
      stop: '',
      order: `${key} ${inverted ? 'ASC' : 'DESC'} NULLS LAST, ${unitKey('d0')} ASC NULLS FIRST`,
    };
  }
  const keyOf = metric.type === 'alphaNumeric' ? alphaNumericKey : unitKey;
  const previous = metric.previousStop ?? undefined;
  return {
    // Nothing is beyond the stop that has no value.
    stop:
      previous === undefined
        ? ''
        : `WHERE ${keyOf('d0')} ${inverted ? '<' : '>'} ${keyOf(parameters.text(previous))}`,
    // Rows without a value come first in both directions (field notes §2.11).
    order: `${keyOf('d0')} ${inverted ? 'DESC' : 'ASC'} NULLS FIRST, ${unitKey('d0')} ASC NULLS FIRST`,
  };
}

function metricOutput(query: TopN, statement: AggregateStatement, name: string): string {
  const metrics = statement.outputs.filter(output => output.kind !== 'text');
  const output = findOutput(metrics, name);
  if (output) return output.column;
  const aggregators = query.aggregations.map(aggregationName);
  const posts = metrics.map(each => each.name).filter(each => !aggregators.includes(each));
  throw new QueryProblem(
    `Must have an AggregatorFactory or PostAggregator for metric[${name}], gave[${aggregators.join(', ')}] and [${posts.join(', ')}]`,
  );
}
