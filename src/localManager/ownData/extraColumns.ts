import type { DataSource } from '../../model/query/dataSources.js';
import type { SqlSession } from '../store/database.js';
import type { ExtraColumn } from '../dataQuery/sql/sourceColumns.js';
import { isWholeSql, numberSql } from './checkValues.js';
import type { FileColumn } from './columnMapping.js';

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
    const sum = `sum(abs(${numberSql(column)}))`;
    return `CASE WHEN ${filled} = 0 OR ${filled} <> count(${numberSql(column)}) THEN NULL
      WHEN bool_and(${isWholeSql(column)}) AND ${sum} < 9e18 THEN 'BIGINT' ELSE 'DOUBLE' END`;
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
