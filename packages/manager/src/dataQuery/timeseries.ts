import type { SqlSession } from '../store/database.js';
import { aggregateStatement, type ReadQuery } from './sql/aggregateStatement.js';
import { answeredBuckets, storedHours, type StoredHour } from './storedHours.js';
import { objectPrinter } from './sql/outputs.js';
import { Parameters } from './expressions.js';
import type { Timeseries } from './querySchema.js';
import { skipsEmptyBuckets } from './readQuery.js';

/** Runs a timeseries: one object per bucket, empty ones filled (field notes §2.2, §2.6). `dimensions` is ignored. */
export async function runTimeseries(
  session: SqlSession,
  read: ReadQuery & { readonly query: Timeseries },
): Promise<string> {
  const { query, granularity } = read;
  const { found, print } = await foundBuckets(session, read);
  const skipEmpty = skipsEmptyBuckets(query);
  const buckets =
    skipEmpty && granularity.buckets
      ? [...found.keys()].sort((one, other) => one - other)
      : bucketsOf(read, await storedHours(session, read));
  const isRowOfNothing = read.era.rowOfNothing && !granularity.buckets && !skipEmpty;
  if (isRowOfNothing && buckets.length === 0) buckets.push(read.intervals[0]?.start ?? 0);
  // The one bucket of `all` is 0 in the statement, and starts where the data starts.
  const cellsOf = (bucket: number) => found.get(granularity.buckets ? bucket : 0);
  const hasEmpty = buckets.some(bucket => !cellsOf(bucket));
  const empty = skipEmpty || !hasEmpty ? undefined : print(await emptyCells(session, read));
  const lines = buckets.flatMap(bucket => {
    const cells = cellsOf(bucket);
    const result = cells ? print(cells) : empty;
    return result === undefined ? [] : [`{"timestamp":"${granularity.print(bucket)}","result":${result}}`];
  });
  return `[${(query.descending ? lines.reverse() : lines).join(',')}]`;
}

/** The one bucket of `all` begins in the last stored hour where the newest is asked for first, as seen on Druid 28. */
function bucketsOf(
  { query, granularity, intervals }: ReadQuery & { readonly query: Timeseries },
  hours: readonly StoredHour[],
): number[] {
  const isLast = query.descending && !granularity.buckets;
  if (!isLast) return answeredBuckets(hours, intervals, granularity.buckets);
  return hours
    .toReversed()
    .flatMap(hour => answeredBuckets([hour], intervals, undefined))
    .slice(0, 1);
}

async function foundBuckets(session: SqlSession, read: ReadQuery) {
  const parameters = new Parameters();
  const startOf = read.granularity.buckets?.startOf ?? ((number: number) => number);
  const statement = aggregateStatement(read, { dimensions: [], parameters });
  const rows = await session.arrays(statement.select, parameters.values);
  return {
    found: new Map(rows.map(([bucket, ...cells]) => [startOf(Number(bucket)), cells])),
    print: objectPrinter(statement.outputs),
  };
}

/** The outputs of a bucket without rows: what the aggregations start from, and what follows from it. */
async function emptyCells(session: SqlSession, read: ReadQuery): Promise<unknown[]> {
  const parameters = new Parameters();
  const nothing = { ...read, times: [], granularity: { ...read.granularity, buckets: undefined } };
  const statement = aggregateStatement(nothing, { dimensions: [], parameters, keepEmpty: true });
  const [[, ...cells] = []] = await session.arrays(statement.select, parameters.values);
  return cells;
}
