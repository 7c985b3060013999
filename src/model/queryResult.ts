import { printable } from './looseValues.js';
import { bigintAsText } from './text/exactJson.js';
import type { QueryRow } from './queryRows.js';

/**
 * One cell of a result. Text stands for what a JSON number cannot hold: numbers that are not finite (field notes §2.6)
 * and integers beyond 2^53, with all their digits.
 */
export type ResultValue = string | number | boolean | null;

/** One column of a result, values in row order. */
export interface ResultColumn {
  readonly name: string;
  readonly kind: 'time' | 'dimension' | 'value';
  readonly values: readonly ResultValue[];
}

/** A query result as a table; what the renderer draws. */
export interface ResultTable {
  readonly columns: readonly ResultColumn[];
  /** Rows in `columns`. */
  readonly rowCount: number;
  /** Rows that the manager answered; more than `rowCount` when the table was cut. */
  readonly totalRows: number;
}

/**
 * Lays rows out as columns: time, then dimensions, then computed values.
 * @param dimensions names asked for, in order; other columns follow in the order of the first row that has them
 * @param rowLimit most rows kept
 */
export function toResultTable(
  rows: readonly QueryRow[],
  dimensions: readonly string[],
  rowLimit: number,
): ResultTable {
  const kept = rows.slice(0, rowLimit);
  const found = namesIn(kept.map(({ values }) => values));
  const asked = dimensions.filter(name => found.has(name));
  const names = [...asked, ...[...found].filter(name => !asked.includes(name))];
  return {
    columns: [
      { name: 'timestamp', kind: 'time', values: kept.map(({ timestamp }) => timestamp) },
      ...names.map((name): ResultColumn => ({
        name,
        kind: asked.includes(name) ? 'dimension' : 'value',
        values: kept.map(({ values }) => toValue(Object.hasOwn(values, name) ? values[name] : null)),
      })),
    ],
    rowCount: kept.length,
    totalRows: rows.length,
  };
}

/** All keys, in the order in which they are first seen. */
function namesIn(rows: readonly QueryRow['values'][]): Set<string> {
  const found = new Set<string>();
  for (const row of rows) for (const name of Object.keys(row)) found.add(name);
  return found;
}

function toValue(value: unknown): ResultValue {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  if (typeof value === 'bigint') return String(value);
  return JSON.stringify(printable(value), bigintAsText);
}

/** The columns of the dimensions that a query asks for, whatever else is right or wrong with it. */
export function requestedDimensions(query: unknown): string[] {
  return dimensionColumns(query).map(({ column }) => column);
}

/** The dimension that a column of a result shows; undefined for columns of another kind. */
export function dimensionOf(query: unknown, column: string): string | undefined {
  return dimensionColumns(query).find(shown => shown.column === column)?.dimension;
}

/** A dimension may be given a name for its column (field notes §2.3). */
function dimensionColumns(query: unknown): { column: string; dimension: string }[] {
  if (typeof query !== 'object' || query === null) return [];
  const asked = query as { dimension?: unknown; dimensions?: unknown };
  return [asked.dimension, asked.dimensions].flat().flatMap(spec => {
    if (typeof spec === 'string') return [{ column: spec, dimension: spec }];
    if (typeof spec !== 'object' || spec === null) return [];
    const { dimension, outputName } = spec as { dimension?: unknown; outputName?: unknown };
    if (typeof dimension !== 'string') return [];
    return [{ column: typeof outputName === 'string' ? outputName : dimension, dimension }];
  });
}
