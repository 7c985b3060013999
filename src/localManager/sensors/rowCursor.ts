import type { DuckDBDataChunk } from '@duckdb/node-api';
import { lastUpTo } from '../store/lastUpTo.js';

/** Rows in the column form of the engine, read cell by cell: a table of 100,000 rows costs no object per row. */
export interface RowCursor {
  readonly length: number;
  /** The value of a column (by its place in the selection) in a row. */
  cell(row: number, column: number): unknown;
}

/**
 * Reads all rows of a statement. The chunks are kept as long as the cursor: a vector alone points into memory that the
 * engine frees with its chunk.
 */
export async function collectRows(chunks: AsyncIterable<DuckDBDataChunk>): Promise<RowCursor> {
  const kept: DuckDBDataChunk[] = [];
  const starts = [0];
  for await (const chunk of chunks) {
    kept.push(chunk);
    starts.push((starts.at(-1) ?? 0) + chunk.rowCount);
  }
  let current = 0;
  return {
    length: starts.at(-1) ?? 0,
    cell: (row, column) => {
      if (row < (starts[current] ?? 0) || row >= (starts[current + 1] ?? 0)) current = lastUpTo(starts, row);
      return kept[current]?.getColumnVector(column).getItem(row - (starts[current] ?? 0));
    },
  };
}
