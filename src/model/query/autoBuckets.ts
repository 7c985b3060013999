import { Duration } from 'luxon';
import { granularityNames } from 'netsensor-contract/query/queryChoices';
import { bucketsOf, joinStretches, periods } from 'netsensor-contract/query/timeBuckets';
import type { Stretch, TimedQuery } from 'netsensor-contract/query/timeRange';
import { isRecord } from 'netsensor-contract/text/looseValues';
import { hasAutoBuckets } from './queryVariables.js';

/** A line of more points shows its buckets no longer one by one. */
const mostBuckets = 250;

/** A bucket size of the contract (contract 002, Granularity values). */
type Granularity = string | { readonly type: 'period'; readonly period: string };

/**
 * Each at most two and a half times as long as the one before, up to months. Managers store rows by the minute (field notes
 * §2.1), so that shorter buckets would mostly be empty.
 */
const periodsByLength =
  'PT1M PT2M PT5M PT10M PT15M PT30M PT1H PT2H PT3H PT6H PT12H P1D P2D P4D P1W P2W P1M P3M P1Y';

const steps = periodsByLength.split(' ').map(period => {
  const granularity = granularityNames.contract.find(name => periods[name] === period) ?? {
    type: 'period' as const,
    period,
  };
  return { granularity, length: bucketsOf(granularity)?.longest ?? Number.NaN };
});

/**
 * Buckets for some stretches of time: the shortest of which there are at most 250, by name where the contract has one. One
 * bucket where there is no time to be read.
 */
export function bucketsFor(stretches: readonly Stretch[]): Granularity {
  const time = joinStretches(stretches).reduce((sum, { start, end }) => sum + end - start, 0);
  if (time === 0) return 'all';
  const fitting = steps.find(({ length }) => time <= length * mostBuckets) ?? steps.at(-1);
  return fitting?.granularity ?? 'all';
}

/** A query with buckets for its time, where it leaves them to that; any other as it is. */
export const withBuckets = ({ query, stretches }: TimedQuery): TimedQuery =>
  hasAutoBuckets(query)
    ? { query: { ...query, granularity: bucketsFor(stretches) }, stretches }
    : { query, stretches };

/** How long a bucket is, in one unit. */
export interface BucketSize {
  readonly count: number;
  readonly unit: 'second' | 'minute' | 'hour' | 'day' | 'week' | 'month' | 'year';
}

/** The size of a granularity of one unit, such as 5 minutes; undefined for any other. */
export function bucketSize(granularity: unknown): BucketSize | undefined {
  const period = isRecord(granularity) ? granularity['period'] : periods[String(granularity)];
  const units = Object.entries(Duration.fromISO(String(period)).toObject());
  const [[unit = '', count = 0] = []] = units;
  return units.length === 1 ? { count, unit: unit.slice(0, -1) as BucketSize['unit'] } : undefined;
}
