import type { SourceColumns } from './sql/sourceColumns.js';

/** The column of a dimension as SQL text; undefined for a name that the data source does not have. */
export const dimensionColumn = (columns: SourceColumns, name: string): string | undefined =>
  columns.dimensions.get(name);

/** The column, or no value on every row for an unknown dimension (field notes §2.9). */
export const dimensionOrNull = (columns: SourceColumns, name: string): string =>
  dimensionColumn(columns, name) ?? 'NULL::VARCHAR';
