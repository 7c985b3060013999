import type { DuckDBDataChunk } from '@duckdb/node-api';
import type { SqlSession } from '../store/database.js';
import { aggregateStatement, type AggregateStatement, type ReadQuery } from './sql/aggregateStatement.js';
import { alphaNumericKey, firstRows, Parameters, joinConditions, unitKey } from './expressions.js';
import type { Granularity } from './time/queryTimes.js';
import { objectPrinter, findOutput, type Output, type OutputScope } from './sql/outputs.js';
import { QueryProblem } from '../http/errors.js';
import type { GroupBy, Having } from './querySchema.js';

type OrderColumn = NonNullable<NonNullable<GroupBy['orderBy']>['columns']>[number];

/** A groupBy, and the most rows that it may have (field notes §2.3). */
type ReadGroupBy = ReadQuery & { readonly query: GroupBy; readonly mostRows: number };

/** Runs a groupBy: rows of version, timestamp and event (contract 002, Result rows; field notes §2.7). */
export async function runGroupBy(session: SqlSession, read: ReadGroupBy): Promise<string> {
  const { granularity, intervals, mostRows } = read;
  const { sql, parameters, outputs } = groupByStatement(read);
  const lines: string[] = [];
  const head = headPrinter(granularity, intervals[0]?.start ?? 0);
  const print = objectPrinter(outputs);
  const chunks = session.chunks(sql, parameters.values);
  // Rows are printed as the engine holds them; as arrays of values they would take as long as the query itself.
  for await (const chunk of chunks) {
    const [bucketOf, ...cellsOf] = columnsOf(chunk);
    for (let row = 0; row < chunk.rowCount; row += 1) {
      lines.push(`${head(Number(bucketOf?.(row)))}${print(cellsOf.map(cellOf => cellOf(row)))}}`);
    }
    if (lines.length > mostRows) throw new QueryProblem(`Maximum number of rows [${mostRows}] reached`);
  }
  return `[${lines.join(',')}]`;
}

/**
 * The statement of a groupBy.
 * @throws HttpProblem for what it refuses in the outputs, the order or the condition
 */
export function groupByStatement(read: ReadGroupBy) {
  const { query, granularity, mostRows, era } = read;
  const parameters = new Parameters();
  const { dimensions = [] } = query;
  const keepEmpty = era.rowOfNothing && !granularity.buckets && dimensions.length === 0;
  const statement = aggregateStatement(read, { dimensions, parameters, keepEmpty });
  const { outputs } = statement;
  if (era.namesAreUnique) refuseTimeAsName(outputs);
  const order = query.limitSpec ?? query.orderBy;
  const having = query.having ? `WHERE ${havingToSql(query.having, { outputs, parameters, era })}` : '';
  const limit = firstRows(Math.min(order?.limit ?? Infinity, mostRows + 1));
  const sql = `${statement.select} ${having} ${ordering(order?.columns ?? [], statement)} ${limit}`;
  return { sql, parameters, outputs };
}

/** @throws QueryProblem for an output that is called as Druid calls the time; the other types of queries have no such rule */
function refuseTimeAsName(outputs: readonly Output[]): void {
  if (!outputs.some(({ name }) => name === '__time')) return;
  throw new QueryProblem(
    "'__time' cannot be used as an output name for dimensions, aggregators, or post-aggregators.",
  );
}

/** Prints what comes before the event of a row; rows are sorted by bucket, so it is mostly that of the row before. */
function headPrinter({ buckets, print }: Granularity, firstStart: number): (bucket: number) => string {
  let printed = Number.NaN;
  let head = '';
  return bucket => {
    if (bucket !== printed) {
      const time = buckets?.startOf(bucket) ?? firstStart;
      head = `{"version":"v1","timestamp":"${print(time)}","event":`;
      printed = bucket;
    }
    return head;
  };
}

/** Readers of the columns of a chunk: each answers the value in a row. */
const columnsOf = (chunk: DuckDBDataChunk): ((row: number) => unknown)[] =>
  Array.from({ length: chunk.columnCount }, (_none, index) => {
    const vector = chunk.getColumnVector(index);
    return row => vector.getItem(row);
  });

/** Time comes first, then the columns asked for, then the dimensions; no value sorts before any value. */
function ordering(columns: readonly OrderColumn[], { bucket, outputs }: AggregateStatement): string {
  const asked = columns.map(given => {
    const column = typeof given === 'string' ? { dimension: given } : given;
    const { dimension, direction = 'ASCENDING', dimensionOrder = 'lexicographic' } = column;
    const output = findOutput(outputs, dimension);
    if (!output) {
      throw new QueryProblem(
        `Unknown column in order clause[OrderByColumnSpec{dimension='${dimension}', direction=${direction}, dimensionOrder=${dimensionOrder}}]`,
      );
    }
    const keyOf = dimensionOrder === 'alphanumeric' ? alphaNumericKey : unitKey;
    const value = output.kind === 'text' ? keyOf(output.column) : output.column;
    return direction === 'DESCENDING' ? `${value} DESC NULLS LAST` : `${value} ASC NULLS FIRST`;
  });
  const rest = outputs
    .filter(output => output.kind === 'text')
    .map(output => `${unitKey(output.column)} ASC NULLS FIRST`);
  const all = [...(bucket ? [bucket] : []), ...asked, ...rest];
  return all.length > 0 ? `ORDER BY ${all.join(', ')}` : '';
}

const operators = { equalTo: '=', greaterThan: '>', lessThan: '<' } as const;

/** SQL for a having condition over the columns of the outputs; what has no value fulfils no comparison (field notes §2.7). */
function havingToSql(having: Having, scope: OutputScope): string {
  const { outputs, parameters, era } = scope;
  switch (having.type) {
    case 'always':
      return 'TRUE';
    case 'and':
    case 'or':
      return joinConditions(
        having.type === 'and' ? 'AND' : 'OR',
        having.havingSpecs.map(spec => havingToSql(spec, scope)),
      );
    case 'not':
      return `NOT ${havingToSql(having.havingSpec, scope)}`;
    case 'dimSelector': {
      const column = findOutput(outputs, having.dimension)?.column ?? 'NULL';
      const text = String(having.value ?? '');
      return text === ''
        ? `(${column} IS NULL)`
        : `(${column}::VARCHAR IS NOT DISTINCT FROM ${parameters.text(text)})`;
    }
    case 'equalTo':
    case 'greaterThan':
    case 'lessThan': {
      const output = findOutput(outputs, having.aggregation);
      const column = output && output.kind !== 'text' ? output.column : era.unknownInHaving;
      return `coalesce(${column} ${operators[having.type]} ${parameters.double(having.value)}, FALSE)`;
    }
  }
}
