import type { Box } from '../../pictures/drawing.js';
import type { QueryFacts } from '../../results/queryFacts.js';
import type { ChartShape } from '../chartShape.js';
import { formatTime } from '../../text/timeText.js';

/** Seconds. */
const day = 86_400;

/**
 * Labels of a time axis: the time of day, with the date where a day begins; dates alone for steps of days, months or years
 * for longer ones.
 * @param times seconds
 * @param step seconds between two labels
 */
export function timeLabels(times: readonly number[], step: number, zone: string): string[] {
  let lastDate = '';
  return times.map(time => {
    const text = formatTime(Math.round(time * 1000), zone);
    const date = text.slice(0, 10);
    if (step >= 360 * day) return date.slice(0, 4);
    if (step >= 28 * day) return date.slice(0, 7);
    if (step >= day) return date.slice(5);
    const clock = text.slice(11, step < 60 ? 19 : 16);
    const label = date === lastDate ? clock : `${clock}\n${date}`;
    lastDate = date;
    return label;
  });
}

/** Buckets by their starts; all in seconds. */
export interface BucketTimes {
  /** Ascending, each once. */
  readonly times: readonly number[];
  /** From one to the next; that of the shortest where their lengths differ. */
  readonly bucketLength: number;
  /** Where the last one ends. */
  readonly end: number;
}

/** The buckets that start at these times in seconds, which may not be all that a query looks at. */
export function bucketTimes(
  times: readonly number[],
  facts: Pick<QueryFacts, 'bucketLength' | 'bucketsEnd'>,
): BucketTimes {
  const longest = facts.bucketLength === undefined ? undefined : facts.bucketLength / 1000;
  const shortest = shortestStep(times);
  const bucketLength = Math.min(shortest ?? Number.POSITIVE_INFINITY, longest ?? shortest ?? 3600);
  const last = times.at(-1) ?? 0;
  const end = (facts.bucketsEnd ?? Number.NaN) / 1000;
  const isOfLast = end > last && end <= last + (longest ?? bucketLength);
  return { times, bucketLength, end: isOfLast ? end : last + bucketLength };
}

/** All of the time that buckets are of, in seconds. */
export const timeOfBuckets = ({ times, end }: BucketTimes): { from: number; to: number } => ({
  from: times[0] ?? 0,
  to: end,
});

/** Where a bucket ends: at the next one, or a usual length later where that is missing. @param at its place among the times */
export function endOfBucket({ times, bucketLength, end }: BucketTimes, at: number): number {
  const start = times[at] ?? 0;
  const next = times[at + 1];
  if (next === undefined) return end;
  // Days of a change of clocks and months are not much longer than the shortest ones.
  return next - start < 1.2 * bucketLength ? next : start + bucketLength;
}

/**
 * Seconds of each bucket that a query looks at and that had passed when it was answered: what its value is of. All of them where
 * nothing is known of that.
 */
export function answeredSeconds(
  buckets: BucketTimes,
  { stretches = [], answeredAt = Number.POSITIVE_INFINITY }: Pick<QueryFacts, 'stretches' | 'answeredAt'>,
): number[] {
  const looked = stretches.length > 0 ? stretches : [{ start: Number.NEGATIVE_INFINITY, end: Infinity }];
  return buckets.times.map((from, at) => {
    const until = Math.min(endOfBucket(buckets, at), answeredAt / 1000);
    const lengths = looked.map(
      ({ start, end }) => Math.min(until, end / 1000) - Math.max(from, start / 1000),
    );
    return lengths.reduce((sum, length) => sum + Math.max(0, length), 0);
  });
}

/** The range of whole buckets within a range of time, both in seconds; the end is where the last bucket ends. */
export function wholeBuckets(
  { times, end: whole }: BucketTimes,
  { from, to }: { readonly from: number; readonly to: number },
): { start: number; end: number } | undefined {
  const start = times.find(time => time >= from);
  const last = times.findLast(time => time <= to);
  if (start === undefined || last === undefined || last < start) return undefined;
  const end = times.find(time => time > last) ?? whole;
  return { start, end };
}

/** Seconds between two times that follow each other; the shortest, since empty buckets may be left out. */
function shortestStep(times: readonly number[]): number | undefined {
  let shortest = Number.POSITIVE_INFINITY;
  for (let at = 1; at < times.length; at += 1)
    shortest = Math.min(shortest, (times[at] ?? 0) - (times[at - 1] ?? 0));
  return Number.isFinite(shortest) ? shortest : undefined;
}

/** Where something is drawn over the times of a chart, in pixels. */
export interface TimePlace {
  readonly x: (time: number) => number;
  /** What is seen. */
  readonly box: Box;
}

/** Marks buckets as partial, from their starts to their ends, and never too little to be seen. */
export function partialShapes(
  buckets: BucketTimes & { readonly partial: readonly number[] },
  { x, box }: TimePlace,
): ChartShape[] {
  const least = 3;
  return buckets.partial.flatMap((time): ChartShape[] => {
    const from = Math.max(x(time), box.x);
    const end = Math.max(x(endOfBucket(buckets, buckets.times.indexOf(time))), x(time) + least);
    const width = Math.min(end, box.x + box.width) - from;
    return width > 0 ? [{ kind: 'box', ...box, x: from, width, fill: 'line', opacity: 0.7 }] : [];
  });
}
