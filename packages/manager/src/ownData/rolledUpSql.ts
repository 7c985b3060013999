import type { DataSource } from 'netsensor-contract/query/dataSources';
import { analyticsTables } from '../store/analyticsTables.js';
import { numberSql, timeSql, isWholeSql } from './checkValues.js';
import type { ColumnMapping, FileColumn } from './columnMapping.js';
import type { SqlSession } from '../store/database.js';
import type { ExtraColumn } from '../dataQuery/sql/sourceColumns.js';

/**
 * The statement that answers the rows of the table `records` in the column order of an analytics table, rolled up to
 * the minute as a manager does on arrival (field notes §2.1): rows that agree in everything but numbers become one.
 */
export function rolledUpSql(
  source: DataSource,
  mapping: ColumnMapping,
  extras: readonly ExtraOfFile[],
): string {
  const { dimensions, metrics } = analyticsTables[source];
  const dimensionOf = new Map(mapping.dimensions.map(({ target, column }) => [target, column]));
  const columns = [
    `date_trunc('minute', make_timestamp(${timeSql(mapping.time.column)})) AS t`,
    ...dimensions.map(name => textSql(dimensionOf.get(name))),
    ...Object.entries(metrics).map(([name, type]) => `${metricSql({ name, type }, mapping)}::${type}`),
    ...extras.flatMap(({ from: { column }, sum_type: type }) => [
      textSql(column),
      ...(type ? [`sum(TRY_CAST(nullif(${column}, '') AS ${type}))::${type}`] : []),
    ]),
  ];
  return `SELECT ${columns.map((sql, index) => (index === 0 ? sql : `${sql} AS s${index}`)).join(', ')}
    FROM records GROUP BY ALL ORDER BY t`;
}

/** The definitions of the columns that extras add to an analytics table, in the order of `rolledUpSql`. */
export const extraDefinitions = (extras: readonly ExtraOfFile[]): string[] =>
  extras.flatMap(({ column, sum_type: type }) => [
    `"${column}" VARCHAR`,
    ...(type ? [`"${column}_sum" ${type}`] : []),
  ]);

const textSql = (column: string | undefined): string =>
  column === undefined ? 'NULL::VARCHAR' : `nullif(${column}, '')`;

interface Metric {
  readonly name: string;
  readonly type: 'BIGINT' | 'DOUBLE';
}

/** Without a column for it, each row counts as one event, and what a monitor measured is its `value`. */
function metricSql({ name, type }: Metric, { metrics, dimensions }: ColumnMapping): string {
  const given = metrics.find(({ target }) => target === name);
  const isOfValue = name.endsWith('_value');
  const value = isOfValue ? dimensions.find(({ target }) => target === 'value') : undefined;
  const column = (given ?? value)?.column;
  if (column === undefined) return name === 'events' ? 'count(*)' : '0';
  const number = type === 'BIGINT' ? `TRY_CAST(${column} AS BIGINT)` : numberSql(column);
  if (name === 'events') return `sum(coalesce(${number}, 1))`;
  const combine = name === 'min_value' ? 'min' : name === 'max_value' ? 'max' : 'sum';
  return `coalesce(${combine}(${number}), 0)`;
}

/** A column of a file that becomes a dimension of its own, and a number too when all its values are numbers. */
export interface ExtraOfFile extends ExtraColumn {
  readonly from: FileColumn;
}

/** Finds out which extra columns hold nothing but numbers; sums of whole numbers must stay within 64 bits. */
export async function extraColumns(
  session: SqlSession,
  source: DataSource,
  columns: readonly FileColumn[],
): Promise<ExtraOfFile[]> {
  if (columns.length === 0) return [];
  const types = columns.map(({ column }) => {
    const filled = `count(nullif(${column}, ''))`;
    const sum = `sum(abs(TRY_CAST(${column} AS BIGINT)::HUGEINT))`;
    return `CASE WHEN ${filled} = 0 OR ${filled} <> count(${numberSql(column)}) THEN NULL
      WHEN bool_and(${isWholeSql(column)}) AND ${sum} < 9223372036854775808 THEN 'BIGINT' ELSE 'DOUBLE' END`;
  });
  const [row = []] = await session.arrays(`SELECT ${types.join(', ')} FROM records`);
  return columns.map((from, index) => ({
    source,
    name: from.name,
    column: `x${index}`,
    sum_type: row[index] as ExtraColumn['sum_type'],
    from,
  }));
}
