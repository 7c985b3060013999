import type { DataQuery } from '../../model/query.js';
import type { SqlSession } from '../database.js';
import { aggregateStatement, type ReadQuery } from './aggregateStatement.js';
import { alphaNumericKey } from './alphaNumericKey.js';
import { havingToSql } from './having.js';
import { objectPrinter } from './jsonText.js';
import { findOutput, type Output } from './outputs.js';
import { Parameters } from './parameters.js';
import { QueryProblem } from './queryProblem.js';

type GroupBy = Extract<DataQuery, { queryType: 'groupBy' }>;
type OrderColumn = NonNullable<NonNullable<GroupBy['orderBy']>['columns']>[number];

/** The most rows that a groupBy may have (field notes §2.3). */
const mostRows = 500_000;

/** Runs a groupBy: rows of version, timestamp and event (contract 002, Result rows; field notes §2.7). */
export async function runGroupBy(
  session: SqlSession,
  read: ReadQuery & { readonly query: GroupBy },
): Promise<string> {
  const { query, granularity, intervals } = read;
  const parameters = new Parameters();
  const statement = aggregateStatement(read, { dimensions: query.dimensions ?? [], parameters });
  const { outputs } = statement;
  const order = query.limitSpec ?? query.orderBy;
  const having = query.having ? `WHERE ${havingToSql(query.having, { outputs, parameters })}` : '';
  const rows = await session.arrays(
    `${statement.with} SELECT b, ${outputs.map(output => output.column).join(', ')} FROM ${statement.table}
    ${having} ORDER BY ${ordering(order?.columns ?? [], outputs)}
    LIMIT ${parameters.whole(Math.min(order?.limit ?? Infinity, mostRows + 1))}`,
    parameters.values,
  );
  if (rows.length > mostRows) throw new QueryProblem(`Maximum number of rows [${mostRows}] reached`);
  const print = objectPrinter(outputs);
  const firstStart = intervals[0]?.start ?? 0;
  const lines = rows.map(([bucket, ...cells]) => {
    const time = granularity.buckets ? Number(bucket) : firstStart;
    return `{"version":"v1","timestamp":"${granularity.print(time)}","event":${print(cells)}}`;
  });
  return `[${lines.join(',')}]`;
}

/** Time comes first, then the columns asked for, then the dimensions; no value sorts before any value. */
function ordering(columns: readonly OrderColumn[], outputs: readonly Output[]): string {
  const asked = columns.map(given => {
    const column = typeof given === 'string' ? { dimension: given } : given;
    const { dimension, direction = 'ASCENDING', dimensionOrder = 'lexicographic' } = column;
    const output = findOutput(outputs, dimension);
    if (!output) {
      throw new QueryProblem(
        `Unknown column in order clause[OrderByColumnSpec{dimension='${dimension}', direction=${direction}, dimensionOrder=${dimensionOrder}}]`,
      );
    }
    const natural = output.kind === 'text' && dimensionOrder === 'alphanumeric';
    const value = natural ? alphaNumericKey(output.column) : output.column;
    return direction === 'DESCENDING' ? `${value} DESC NULLS LAST` : `${value} ASC NULLS FIRST`;
  });
  const rest = outputs
    .filter(output => output.kind === 'text')
    .map(output => `${output.column} ASC NULLS FIRST`);
  return ['b', ...asked, ...rest].join(', ');
}
