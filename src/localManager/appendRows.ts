import { DuckDBDataChunk, type DuckDBConnection, type DuckDBValue } from '@duckdb/node-api';

/** Rows that the engine holds in one piece. */
const rowsOfChunk = 2048;

/**
 * Appends rows to a table column by column, which takes a third of the time of appending value by value.
 * @throws Error when a row has not a value for every column
 */
export async function appendRows(
  connection: DuckDBConnection,
  table: string,
  rows: readonly (readonly DuckDBValue[])[],
): Promise<void> {
  if (rows.length === 0) return;
  const appender = await connection.createAppender(table);
  try {
    const types = Array.from({ length: appender.columnCount }, (_, column) => appender.columnType(column));
    if (rows.some(row => row.length !== types.length)) {
      throw new Error(`A row for ${table} needs ${types.length} values.`);
    }
    for (let start = 0; start < rows.length; start += rowsOfChunk) {
      const some = rows.slice(start, start + rowsOfChunk);
      const chunk = DuckDBDataChunk.create(types, some.length);
      chunk.setColumns(types.map((_, column) => some.map(row => row[column] as DuckDBValue)));
      appender.appendDataChunk(chunk);
    }
  } finally {
    appender.closeSync();
  }
}
