import * as z from 'zod';
import { bigintAsText } from 'netsensor-contract/text/exactJson';
import { firstRows, type ResultTable, type ResultValue } from '../query/queryResult.js';

const value = z.union([z.string(), z.number(), z.boolean(), z.null()]);

const about = {
  /** When the query was answered, ISO 8601. */
  ranAt: z.string().refine(moment => !Number.isNaN(Date.parse(moment))),
  connection: z.object({ id: z.string(), name: z.string() }),
  /** The stretches of time that the query looked at, as intervals in UTC. */
  intervals: z.array(z.string()),
  /** Time zone of the notebook when it ran. */
  timeZone: z.string(),
  /** What the variables of the notebook stood for, by name. */
  variables: z.record(z.string(), z.unknown()).optional(),
  /** What its cell asked, in short (`cellFingerprint`); files of before have none. */
  asked: z.string().optional(),
  /** When the results that it uses were answered, by the names of their cells. */
  uses: z.record(z.string(), z.unknown()).optional(),
  /** Rows that could be read. */
  totalRows: z.number(),
  /** Rows that could not be read, when there were any. */
  oddRows: z.number().optional(),
  /** What the manager said beside the rows, when it said something. */
  remarks: z.array(z.string()).optional(),
  isPart: z.boolean().optional(),
};

const storedRows = z.object({
  ...about,
  /** As sent, but integers beyond 2^53 are text, as they are in rows. */
  query: z.unknown(),
  columns: z.array(
    z.object({
      name: z.string(),
      askedName: z.string().optional(),
      kind: z.enum(['time', 'dimension', 'value']),
    }),
  ),
  /** The first ones; fewer than `totalRows` when a notebook keeps of a large result what it has room for. */
  rows: z.array(z.array(value)),
});

/** What stays of a result that a notebook has no room for; bytes. */
const storedSize = z.object({ ...about, tooLarge: z.object({ size: z.number(), limit: z.number() }) });

const storedResult = z.union([storedRows, storedSize]);

/** A result in a notebook file: its rows, or how large it would have been. */
export type StoredResult = Readonly<z.output<typeof storedResult>>;
export type StoredRows = Readonly<z.output<typeof storedRows>>;

/** What a stored result tells of its run. */
export type StoredRun = Pick<
  StoredRows,
  | 'ranAt'
  | 'connection'
  | 'intervals'
  | 'timeZone'
  | 'variables'
  | 'asked'
  | 'uses'
  | 'query'
  | 'oddRows'
  | 'remarks'
  | 'isPart'
>;

/** Reads what a file holds; undefined for anything else than a result. */
export function readStoredResult(value: unknown): StoredResult | undefined {
  const result = storedResult.safeParse(value);
  return result.success ? result.data : undefined;
}

/** How much of a result a notebook file holds. */
export interface StoredRoom {
  /** Bytes of JSON up to which all rows are stored. */
  readonly limit: number;
  /** What is stored of a larger result: as many of its first rows as there is room for, or only its size. */
  readonly ofLarge: 'firstRows' | 'size';
}

/** A result as a notebook file holds it. */
export function toStoredResult(
  table: ResultTable,
  { query, ...run }: StoredRun,
  { limit, ofLarge }: StoredRoom,
): StoredResult {
  const { totalRows } = table;
  const rows = firstRows(table);
  const names = table.columns.map(({ values: _values, ...column }) => column);
  const stored = { ...run, totalRows, query: withoutBigint(query), columns: names, rows };
  const size = bytesOf(stored);
  if (size <= limit) return stored;
  const first = ofLarge === 'size' ? [] : rowsUpTo(limit - bytesOf({ ...stored, rows: [] }), rows);
  return first.length > 0 ? { ...stored, rows: first } : { ...run, totalRows, tooLarge: { size, limit } };
}

/** The first rows whose JSON, with commas between them, takes no more bytes than there are. */
function rowsUpTo(bytes: number, rows: readonly ResultValue[][]): ResultValue[][] {
  let left = bytes + 1;
  const end = rows.findIndex(row => (left -= bytesOf(row) + 1) < 0);
  return rows.slice(0, end < 0 ? rows.length : end);
}

const bytesOf = (value: unknown): number => new TextEncoder().encode(JSON.stringify(value)).length;

const withoutBigint = (query: unknown): unknown =>
  query === undefined ? undefined : JSON.parse(JSON.stringify(query, bigintAsText));

/** The table of a stored result. */
export function storedTable({ columns, rows, totalRows }: StoredRows): ResultTable {
  return {
    columns: columns.map((column, index) => ({ ...column, values: rows.map(row => row[index] ?? null) })),
    rowCount: rows.length,
    totalRows,
  };
}
