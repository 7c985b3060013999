import type { SqlSession } from '../../store/database.js';
import type { DataSource } from 'netsensor-contract/query/dataSources';
import type { Span } from '../timeBoundary.js';

/** Milliseconds of a segment of a manager (field notes §2.1): what a timeseries fills depends on it (field notes §2.6). */
const segment = 3_600_000;

/** Rows of a stretch of time that one task replaces; milliseconds since 1970 UTC, the end not included. */
export interface Batch {
  readonly from: number;
  readonly to: number;
  readonly rows: number;
}

/** How the rows of a data source go into the cluster. */
export interface SourcePlan {
  readonly source: DataSource;
  /** In order of time; together they cover everything that there is, here or in the cluster. */
  readonly batches: readonly Batch[];
}

/**
 * Plans whole segments for each task; one whose rows do not fit is one segment.
 * @param mostRows rows of a task
 * @param replaced rows of the cluster that go
 * @returns undefined for a data source without rows
 */
export async function planSource(
  session: SqlSession,
  source: DataSource,
  { mostRows, replaced }: { readonly mostRows: number; readonly replaced: Span | undefined },
): Promise<SourcePlan | undefined> {
  const hours = await session.rows<Bucket>(
    `SELECT epoch_ms(date_trunc('hour', "timestamp"))::DOUBLE AS start, count(*)::INTEGER AS rows
     FROM ${source} GROUP BY 1 ORDER BY 1`,
  );
  if (hours.length === 0) return undefined;
  const batches = gathered(hours, mostRows);
  return { source, batches: replaced ? widened(batches, replaced) : batches };
}

interface Bucket {
  readonly start: number;
  readonly rows: number;
}

/** Each begins where the one before it ends, so that a gap belongs to one of them. */
function gathered(hours: readonly Bucket[], mostRows: number): Batch[] {
  const batches: Batch[] = [];
  for (const { start, rows } of hours) {
    const last = batches.at(-1);
    const to = start + segment;
    if (last && last.rows + rows <= mostRows)
      batches[batches.length - 1] = { ...last, to, rows: last.rows + rows };
    else batches.push({ from: last?.to ?? start, to, rows });
  }
  return batches;
}

function widened(batches: readonly Batch[], { first, last }: Span): Batch[] {
  const start = Math.floor(first / segment) * segment;
  const end = (Math.floor(last / segment) + 1) * segment;
  return batches.map((batch, index) => ({
    ...batch,
    from: index === 0 ? Math.min(batch.from, start) : batch.from,
    to: index === batches.length - 1 ? Math.max(batch.to, end) : batch.to,
  }));
}
