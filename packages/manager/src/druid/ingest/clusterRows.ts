import * as z from 'zod';
import type { Span } from '../timeBoundary.js';
import type { Brokers } from './brokers.js';
import { patiently, type Pacing } from './patiently.js';

/** Asks the brokers of a cluster what they have. */
export type Asked = Pick<Brokers, 'ask'>;

const counted = z.array(z.looseObject({ result: z.looseObject({ rows: z.number().nullable() }) }));

/** Milliseconds between two counts, and without a new row until it is taken for a failure. */
const betweenCounts = 1_000;
const longestSilence = 300_000;

/** Rows of a data source in a stretch of time. */
interface Expected extends Span {
  readonly dataSource: string;
  readonly rows: number;
}

/**
 * Waits until the brokers can be asked for all rows: historicals fetch what a task has made.
 * @throws Error with one sentence when no further row comes for five minutes, or the brokers cannot be asked for one
 */
export async function untilServed(
  cluster: Asked,
  expected: Expected,
  { signal, pacing }: { readonly signal: AbortSignal; readonly pacing: Pacing },
): Promise<void> {
  let known = -1;
  let changedAt = pacing.now();
  for (;;) {
    const rows = await patiently(() => countOf(cluster, expected, signal), { signal, pacing });
    if (rows === expected.rows) return;
    if (rows !== known) changedAt = pacing.now();
    known = rows;
    if (pacing.now() - changedAt > longestSilence) {
      throw new Error(
        `${expected.dataSource}: the cluster took ${expected.rows} rows, but ${rows} can be asked for; look at its historicals and its coordinator.`,
      );
    }
    await pacing.wait(betweenCounts, signal);
  }
}

async function countOf(
  cluster: Asked,
  { dataSource, first, last }: Expected,
  signal: AbortSignal,
): Promise<number> {
  const query = {
    queryType: 'timeseries',
    dataSource,
    granularity: 'all',
    intervals: [`${new Date(first).toISOString()}/${new Date(last).toISOString()}`],
    aggregations: [{ type: 'count', name: 'rows' }],
  };
  const answer = counted.safeParse(await cluster.ask(query, signal));
  if (!answer.success)
    throw new Error(`${dataSource}: the cluster does not say how many rows can be asked for.`);
  return answer.data[0]?.result.rows ?? 0;
}
