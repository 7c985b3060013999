import * as z from 'zod';
import type { ResultTable } from './queryResult.js';

const value = z.union([z.string(), z.number(), z.boolean(), z.null()]);

const about = {
  /** When the query was answered, ISO 8601. */
  ranAt: z.string(),
  connection: z.object({ id: z.string(), name: z.string() }),
  /** The stretches of time that the query looked at, as intervals in UTC. */
  intervals: z.array(z.string()),
  /** Time zone of the notebook when it ran. */
  timeZone: z.string(),
  totalRows: z.number(),
};

const storedRows = z.object({
  ...about,
  /** As sent. */
  query: z.unknown(),
  columns: z.array(z.object({ name: z.string(), kind: z.enum(['time', 'dimension', 'value']) })),
  rows: z.array(z.array(value)),
});

/** What stays of a result that a notebook has no room for; bytes. */
const storedSize = z.object({ ...about, tooLarge: z.object({ size: z.number(), limit: z.number() }) });

const storedResult = z.union([storedRows, storedSize]);

/** A result in a notebook file: its rows, or how large it would have been. */
export type StoredResult = Readonly<z.output<typeof storedResult>>;
export type StoredRows = Readonly<z.output<typeof storedRows>>;

/** What a stored result tells of its run. */
export type StoredRun = Pick<StoredRows, 'ranAt' | 'connection' | 'intervals' | 'timeZone' | 'query'>;

/** Reads what a file holds; undefined for anything else than a result. */
export function readStoredResult(value: unknown): StoredResult | undefined {
  const result = storedResult.safeParse(value);
  return result.success ? result.data : undefined;
}

/**
 * A result as a notebook file holds it.
 * @param limit bytes of JSON up to which its rows are stored
 */
export function toStoredResult(
  { columns, rowCount, totalRows }: ResultTable,
  { query, ...run }: StoredRun,
  limit: number,
): StoredResult {
  const rows = Array.from({ length: rowCount }, (_, row) => columns.map(({ values }) => values[row] ?? null));
  const names = columns.map(({ name, kind }) => ({ name, kind }));
  const stored = { ...run, totalRows, query, columns: names, rows };
  const size = new TextEncoder().encode(JSON.stringify(stored)).length;
  return size <= limit ? stored : { ...run, totalRows, tooLarge: { size, limit } };
}

/** The table of a stored result. */
export function storedTable({ columns, rows, totalRows }: StoredRows): ResultTable {
  return {
    columns: columns.map((column, index) => ({ ...column, values: rows.map(row => row[index] ?? null) })),
    rowCount: rows.length,
    totalRows,
  };
}
