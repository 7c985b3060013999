import type { DataSource } from '../../model/dataSources.js';
import { analyticsTables, quoted } from '../analyticsTables.js';

/** The column of a dimension as SQL text; undefined for a name that the data source does not have. */
export function dimensionColumn(source: DataSource, name: string): string | undefined {
  return analyticsTables[source].dimensions.includes(name) ? quoted(name) : undefined;
}

/** The column, or no value on every row for an unknown dimension (field notes §2.9). */
export const dimensionOrNull = (source: DataSource, name: string): string =>
  dimensionColumn(source, name) ?? 'NULL::VARCHAR';
