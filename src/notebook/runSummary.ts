/** What the metadata of an output says about the run that made it. */
export interface RunSummary {
  /** Rows in the output. */
  readonly rowCount: number;
  /** Rows that the manager answered. */
  readonly totalRows: number;
  /** Milliseconds from sending the query to having its rows. */
  readonly elapsed: number;
  /** Name of the connection that answered. */
  readonly connection: string;
}

/** Reads the metadata of an output, which other code may have changed. */
export function readRunSummary(
  metadata: Readonly<Record<string, unknown>> | undefined,
): RunSummary | undefined {
  const { rowCount, totalRows, elapsed, connection } = metadata ?? {};
  if (typeof rowCount !== 'number' || typeof totalRows !== 'number' || typeof elapsed !== 'number') {
    return undefined;
  }
  return { rowCount, totalRows, elapsed, connection: typeof connection === 'string' ? connection : '' };
}
