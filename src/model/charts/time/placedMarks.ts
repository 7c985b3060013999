import type { ChartMark } from '../../results/chartMarks.js';
import { chartText, type ChartShape } from '../chartShape.js';
import { timeOfBuckets, type BucketTimes, type TimePlace } from './timeAxis.js';

/** A mark where it is drawn. */
export interface PlacedMark extends ChartMark {
  /** Seconds. */
  readonly at: number;
}

/** The marks within the buckets of a chart, in order. */
export function placedMarks(marks: readonly ChartMark[], buckets: BucketTimes): PlacedMark[] {
  const { from, to } = timeOfBuckets(buckets);
  return marks.flatMap(mark => {
    const at = mark.time / 1000;
    return at < from || at >= to ? [] : { ...mark, at };
  });
}

/** The marks from a time up to another one, both in seconds. */
export const marksWithin = (marks: readonly PlacedMark[], from: number, to: number): PlacedMark[] =>
  marks.filter(({ at }) => at >= from && at <= to);

/** Height of marks in pixels: where least happened, and how much is added where most did. */
const [lowest, rise] = [3, 12] as const;
/** Pixels between marks that can be told apart, and across marks that are drawn as one. */
const [apart, widest] = [4, 24] as const;
export const markLabelSize = 10;
/** So many lines over the whole height can still be told apart. */
const mostLines = 60;

/** Marks that would lie on each other, as one: a bar at the top of a chart, the higher the more happened. */
interface Tick {
  readonly left: number;
  right: number;
  /** How often something happened. */
  count: number;
  /** Marks. */
  size: number;
}

function ticksOf(marks: readonly PlacedMark[], x: (at: number) => number): (Tick & { height: number })[] {
  const ticks: Tick[] = [];
  let most = 1;
  for (const { at, count } of marks) {
    const place = Math.round(x(at));
    const last = ticks.at(-1);
    const isNear = last && place - last.right < apart && place - last.left < widest;
    const tick = isNear ? last : { left: place, right: place, count: 0, size: 0 };
    if (!isNear) ticks.push(tick);
    tick.right = Math.max(tick.right, place);
    tick.count += count;
    tick.size += 1;
    most = Math.max(most, tick.count);
  }
  return ticks.map(tick => ({
    ...tick,
    height: lowest + rise * Math.sqrt(Math.min(1, tick.count / most)),
  }));
}

/**
 * A tick at the top for each mark, with its number where it stands for several, and a faint line down from its middle where they
 * are few.
 */
export function markShapes(marks: readonly PlacedMark[], { x, box }: TimePlace): ChartShape[] {
  const seen = ticksOf(marks, x).filter(({ left, right }) => right >= box.x && left <= box.x + box.width);
  return seen.flatMap(({ left, right, size, count, height }): ChartShape[] => {
    const middle = (left + right) / 2;
    const width = right - left + 1;
    // What stands side by side is no band.
    const inset = width > 3 ? 1 : 0;
    const bar = { kind: 'box', y: box.y, fill: 'text' } as const;
    const label = chartText(String(count), {
      x: middle,
      y: box.y + height + markLabelSize,
      anchor: 'middle',
    });
    return [
      { ...bar, x: left - 0.5 + inset, width: width - 2 * inset, height, opacity: 0.75 },
      ...(size > 1 ? [{ ...label, size: markLabelSize }] : []),
      ...(seen.length > mostLines
        ? []
        : [{ ...bar, x: middle - 0.5, width: 1, height: box.height, opacity: 0.3 }]),
    ];
  });
}
