import { setTimeout } from 'node:timers/promises';
import * as z from 'zod';
import type { Cluster } from '../connection/cluster.js';
import type { Span } from './ingestPlan.js';

/** Asks the brokers of a cluster what they have; the only part of it that loading needs. */
export type Asked = Pick<Cluster, 'askJson'>;

const boundary = z.array(
  z.looseObject({ result: z.looseObject({ minTime: z.string(), maxTime: z.string() }) }),
);
const counted = z.array(z.looseObject({ result: z.looseObject({ rows: z.number().nullable() }) }));

/** Milliseconds between two counts, and without a new row until it is taken for a failure. */
const betweenCounts = 1_000;
const longestSilence = 300_000;

/** From when to when a data source has rows; undefined for one that is empty or that there is not. */
export async function spanOf(
  cluster: Asked,
  dataSource: string,
  signal: AbortSignal,
): Promise<Span | undefined> {
  const answer = boundary.parse(await ask(cluster, { queryType: 'timeBoundary', dataSource }, signal));
  const times = answer[0]?.result;
  return times && { first: Date.parse(times.minTime), last: Date.parse(times.maxTime) };
}

/** Rows of a data source in a stretch of time. */
interface Expected extends Span {
  readonly dataSource: string;
  readonly rows: number;
}

/**
 * Waits until the brokers can be asked for all rows: historicals fetch what a task has made.
 * @throws Error with one sentence when no further row comes for five minutes
 */
export async function untilServed(cluster: Asked, expected: Expected, signal: AbortSignal): Promise<void> {
  let known = -1;
  let changedAt = Date.now();
  for (;;) {
    const rows = await countOf(cluster, expected, signal);
    if (rows === expected.rows) return;
    if (rows !== known) changedAt = Date.now();
    known = rows;
    if (Date.now() - changedAt > longestSilence) {
      throw new Error(
        `${expected.dataSource}: the cluster took ${expected.rows} rows, but ${rows} can be asked for; look at its historicals and its coordinator.`,
      );
    }
    await setTimeout(betweenCounts, undefined, { signal });
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
  const answer = counted.parse(await ask(cluster, query, signal));
  return answer[0]?.result.rows ?? 0;
}

function ask(cluster: Asked, query: object, signal: AbortSignal): Promise<unknown> {
  signal.throwIfAborted();
  return cluster.askJson({ method: 'POST', path: '/druid/v2', body: JSON.stringify(query) });
}
