import { formatTime } from '../../timeText.js';

/**
 * Labels of a time axis: the time of day, with the date where a day begins; dates alone for steps of days.
 * @param times seconds
 * @param step seconds between two labels
 */
export function timeLabels(times: readonly number[], step: number, zone: string): string[] {
  let lastDate = '';
  return times.map(time => {
    const text = formatTime(Math.round(time * 1000), zone);
    const date = text.slice(0, 10);
    if (step >= 86_400) return date.slice(5);
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

/** From and to where buckets are marked as partial, in pixels: half a bucket around its time, and never too little to be seen. */
export function partialBands(
  { times, partial }: { readonly times: readonly number[]; readonly partial: readonly number[] },
  x: (time: number) => number,
): { from: number; to: number }[] {
  if (partial.length === 0) return [];
  const least = 3;
  const half = Math.max(least, (x(bucketLength(times)) - x(0)) / 2);
  return partial.map(time => ({ from: x(time) - half, to: x(time) + half }));
}

const [minute, hour, day] = [60, 3600, 86_400];
const steps = [
  ...[1, 5, 15, 30],
  ...[1, 5, 15, 30].map(minutes => minutes * minute),
  ...[1, 3, 6, 12].map(hours => hours * hour),
  ...[1, 7].map(days => days * day),
];

/** Seconds between the labels of a range, so that there are at most eight of them. */
export function timeStep(length: number): number {
  const most = 8;
  return steps.find(step => length / step <= most) ?? Math.ceil(length / most / (28 * day)) * 28 * day;
}
