import type { Box } from '../../pictures/drawing.js';
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

/** The range of whole buckets within a range of time, both in seconds; the end is where the last bucket ends. */
export function wholeBuckets(
  times: readonly number[],
  { from, to }: { readonly from: number; readonly to: number },
): { start: number; end: number } | undefined {
  const start = times.find(time => time >= from);
  const last = times.findLast(time => time <= to);
  if (start === undefined || last === undefined || last < start) return undefined;
  const end = times.find(time => time > last) ?? last + bucketLength(times);
  return { start, end };
}

/** Seconds between two times that follow each other; the shortest, since empty buckets may be left out. */
export function bucketLength(times: readonly number[]): number {
  let shortest = Number.POSITIVE_INFINITY;
  for (let at = 1; at < times.length; at += 1)
    shortest = Math.min(shortest, (times[at] ?? 0) - (times[at - 1] ?? 0));
  return Number.isFinite(shortest) ? shortest : 3600;
}

/** Where something is drawn over the times of a chart, in pixels. */
export interface TimePlace {
  readonly x: (time: number) => number;
  /** What is seen. */
  readonly box: Box;
}

/** Marks buckets as partial: half a bucket around its time, and never too little to be seen. */
export function partialShapes(
  { times, partial }: { readonly times: readonly number[]; readonly partial: readonly number[] },
  { x, box }: TimePlace,
): ChartShape[] {
  const least = 3;
  const half = Math.max(least, (x(bucketLength(times)) - x(0)) / 2);
  return partial.flatMap((time): ChartShape[] => {
    const from = Math.max(x(time) - half, box.x);
    const width = Math.min(x(time) + half, box.x + box.width) - from;
    return width > 0 ? [{ kind: 'box', ...box, x: from, width, fill: 'line' }] : [];
  });
}
