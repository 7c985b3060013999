import type { DuckDBValue } from '@duckdb/node-api';
import { sqlTime } from '../../store/database.js';
import type { SourceColumns } from './sourceColumns.js';

/** The values bound to a statement; each method answers the placeholder that stands for the value in the text. */
export class Parameters {
  readonly values: DuckDBValue[] = [];

  text(value: string): string {
    return this.add(value);
  }

  whole(value: number): string {
    return `${this.add(value)}::BIGINT`;
  }

  double(value: number): string {
    // As text, because the binding takes every number without a fraction for a 64-bit integer.
    return `${this.add(String(value))}::DOUBLE`;
  }

  /** A moment in milliseconds since 1970 UTC. */
  time(value: number): string {
    return this.add(sqlTime(value));
  }

  private add(value: DuckDBValue): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }
}

/** Joins conditions as a balanced tree, so that long lists stay within the engine's nesting limit. */
export function joinConditions(operator: 'AND' | 'OR', conditions: readonly string[]): string {
  if (conditions.length <= 1) return conditions[0] ?? (operator === 'AND' ? 'TRUE' : 'FALSE');
  const middle = conditions.length >> 1;
  const left = joinConditions(operator, conditions.slice(0, middle));
  return `(${left} ${operator} ${joinConditions(operator, conditions.slice(middle))})`;
}

/** Digits that a run of digits is filled up to, so that texts compare as numbers do. */
const filled = (digits: string): string => `lpad(${digits}, greatest(40, len(${digits}))::INTEGER, '0')`;

/** SQL for a text that sorts as its argument does when runs of digits compare as numbers; quick for numbers such as ports. */
export const alphaNumericKey = (text: string): string =>
  `CASE WHEN regexp_full_match(${text}, '[0-9]+') THEN ${filled(text)}
  ELSE array_to_string(list_transform(regexp_extract_all(${text}, '[0-9]+|[^0-9]+'),
    lambda part: CASE WHEN part[1] BETWEEN '0' AND '9' THEN ${filled('part')} ELSE part END), '') END`;

/** The column of a dimension as SQL text; undefined for a name that the data source does not have. */
export const dimensionColumn = (columns: SourceColumns, name: string): string | undefined =>
  columns.dimensions.get(name);

/** The column, or no value on every row for an unknown dimension (field notes §2.9). */
export const dimensionOrNull = (columns: SourceColumns, name: string): string =>
  dimensionColumn(columns, name) ?? 'NULL::VARCHAR';
