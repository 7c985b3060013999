import type { DuckDBValue } from '@duckdb/node-api';
import { sqlTime } from '../../store/database.js';

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
