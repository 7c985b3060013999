import { printable, isRecord } from 'netsensor-contract/text/looseValues';
import { bigintAsText } from 'netsensor-contract/text/exactJson';

/**
 * One cell of a result. Text stands for what a JSON number cannot hold: numbers that are not finite (field notes §2.6)
 * and those that JavaScript does not hold, such as integers beyond 2^53, as they were sent.
 */
export type ResultValue = string | number | boolean | null;

/** One column of a result, values in row order. */
export interface ResultColumn {
  /** Like that of no other column. */
  readonly name: string;
  /** The name that the query gave it, where that is the name of the time. */
  readonly askedName?: string | undefined;
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

const timeName = 'timestamp';

/**
 * Lays rows out as columns: time, then dimensions, then computed values. The time is always `timestamp`; what a query calls
 * so, too, is `timestamp_2`, or has the next number that no other column has.
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
  const asked = [...new Set(dimensions)].filter(name => found.has(name));
  const names = [...asked, ...[...found].filter(name => !asked.includes(name))];
  return {
    columns: [
      { name: timeName, kind: 'time', values: kept.map(({ timestamp }) => timestamp) },
      ...names.map((name): ResultColumn => ({
        ...(name === timeName ? { name: besideTime(found), askedName: name } : { name }),
        kind: asked.includes(name) ? 'dimension' : 'value',
        values: kept.map(({ values }) => toValue(Object.hasOwn(values, name) ? values[name] : null)),
      })),
    ],
    rowCount: kept.length,
    totalRows: rows.length,
  };
}

function besideTime(names: ReadonlySet<string>): string {
  let number = 2;
  while (names.has(`${timeName}_${number}`)) number += 1;
  return `${timeName}_${number}`;
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

/** What a manager says beside its rows. */
export interface BesideAnswer {
  /** Its own words, such as a warning. */
  readonly remarks: readonly string[];
  /** Whether it says that it has more rows than it sent. */
  readonly isPart: boolean;
}

/** What a manager answered to a query. */
export interface QueryAnswer extends ReadRows, BesideAnswer {
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

/** The first rows of a table, each with its values in the order of the columns. */
export const firstRows = ({ columns, rowCount }: ResultTable, most = rowCount): ResultValue[][] =>
  Array.from({ length: Math.min(rowCount, most) }, (_, row) =>
    columns.map(({ values }) => values[row] ?? null),
  );
