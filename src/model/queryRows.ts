import { isRecord } from './listAnswer.js';

type Values = Readonly<Record<string, unknown>>;

/** One row of an answer, in whichever of the three layouts it came. */
export interface QueryRow {
  /** As sent; null for the totals that a timeseries may end with, which are about no time. */
  readonly timestamp: string | null;
  readonly values: Values;
}

/** A part of an answer that is no row of a known layout. */
export interface OddRow {
  /** Place of the row in the answer, from 1. */
  readonly place: number;
  /** What of the row is wrong, such as `timestamp` or `result[2]`; empty for the row as a whole. */
  readonly part: string;
  /** What stands there; `nothing` where neither an event nor a result does. */
  readonly found: 'nothing' | 'null' | 'text' | 'number' | 'boolean' | 'list' | 'object';
  /** The row, or the entry of its result. */
  readonly sent: unknown;
}

/** The rows of an answer that could be read, and those that could not. */
export interface ReadRows {
  readonly rows: readonly QueryRow[];
  readonly oddRows: readonly OddRow[];
}

/** What a manager answered to a query. */
export interface QueryAnswer extends ReadRows {
  /** Bytes of the answer as they were received. */
  readonly bytes: number;
}

/**
 * Reads the three row layouts of `POST /api/data` (contract 002, Result rows; field notes §2.2); an odd row hides no
 * other. Rows are taken as they are, without a copy.
 */
export function readQueryRows(sent: readonly unknown[]): ReadRows {
  const rows: QueryRow[] = [];
  const oddRows: OddRow[] = [];
  sent.forEach((row, index) => {
    for (const part of partsOf(row)) {
      if ('found' in part) oddRows.push({ place: index + 1, ...part });
      else rows.push(part);
    }
  });
  return { rows, oddRows };
}

type Part = QueryRow | Omit<OddRow, 'place'>;

/** A row of a topN holds many, one for each entry of its result. */
function partsOf(row: unknown): Part[] {
  const odd = (part: string, value: unknown, sent = row): Part => ({ part, found: kindOf(value), sent });
  if (!isRecord(row)) return [odd('', row)];
  const { timestamp = null, event } = row;
  if (timestamp !== null && typeof timestamp !== 'string') return [odd('timestamp', timestamp)];
  const name = event === undefined || event === null ? 'result' : 'event';
  const values = row[name] ?? undefined;
  if (isRecord(values)) return [{ timestamp, values }];
  if (name === 'event' || !Array.isArray(values)) return [odd(name, values)];
  return (values as unknown[]).map((entry, index) =>
    isRecord(entry) ? { timestamp, values: entry } : odd(`result[${index}]`, entry, entry),
  );
}

/** What a JSON value is, in one word. */
export function kindOf(value: unknown): OddRow['found'] {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'list';
  if (typeof value === 'string') return 'text';
  if (typeof value === 'boolean') return 'boolean';
  return typeof value === 'object' ? 'object' : 'number';
}
