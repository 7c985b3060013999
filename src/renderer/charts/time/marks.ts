import type uPlot from 'uplot';
import type { ChartMark } from '../../../model/results/chartMarks.js';
import { escaped } from '../../../model/text/xmlText.js';
import { element } from '../../element.js';
import type { Session } from '../../session.js';
import { strings } from '../../strings.js';
import { formatTime } from '../../timeText.js';
import type { ThemeColors } from '../look.js';
import { bucketLength } from './timeAxis.js';

/** A mark where it is drawn. */
export interface PlacedMark extends ChartMark {
  /** Seconds: its time, or that of the last bucket when it is within that, where a chart ends. */
  readonly at: number;
}

/** What is marked over the times of a chart, in order; nothing until it has come. @param times seconds, ascending */
export function placedMarks(session: Session, times: readonly number[]): PlacedMark[] {
  const { marks = [] } = session.marks.read(session.marked) ?? {};
  const [first = 0, last = -1] = [times[0], times.at(-1)];
  const end = last + bucketLength(times);
  return marks.flatMap(mark => {
    const seconds = mark.time / 1000;
    return seconds < first || seconds >= end ? [] : { ...mark, at: Math.min(seconds, last) };
  });
}

/** The marks from a time up to another one, both in seconds. */
export const marksWithin = (marks: readonly PlacedMark[], from: number, to: number): PlacedMark[] =>
  marks.filter(({ at }) => at >= from && at <= to);

/** Pixels from a mark to the pointer that means it. */
const reach = 6;
/** Height of marks in pixels: where least happened, and how much is added where most did. */
const [lowest, rise] = [3, 12] as const;
/** So many lines over the whole height can still be told apart. */
const mostLines = 60;

/** The marks at the pointer of a plot. */
export function pointedMarks(plot: uPlot, marks: readonly PlacedMark[]): PlacedMark[] {
  const { left = -1 } = plot.cursor;
  if (left < 0) return [];
  return marksWithin(marks, plot.posToVal(left - reach, 'x'), plot.posToVal(left + reach, 'x'));
}

/** A tick at the top of a chart; the more happened in its column of pixels, the higher it is. */
interface Tick {
  readonly x: number;
  readonly height: number;
}

function ticksOf(marks: readonly PlacedMark[], x: (at: number) => number): Tick[] {
  const counts = new Map<number, number>();
  let most = 1;
  for (const { at, time, count } of marks) {
    const place = Math.round(x(at));
    const sum = (counts.get(place) ?? 0) + count;
    counts.set(place, sum);
    // What was moved to the end of the chart is of a whole bucket.
    if (at === time / 1000) most = Math.max(most, sum);
  }
  return [...counts].map(([place, count]) => ({
    x: place,
    height: lowest + rise * Math.sqrt(Math.min(1, count / most)),
  }));
}

/** Draws a tick at the top for each mark, with a faint line down where they are few. */
export function drawMarks(
  { ctx, bbox, valToPos }: uPlot,
  { marks, colors }: { marks: readonly PlacedMark[]; colors: ThemeColors },
): void {
  const scale = window.devicePixelRatio || 1;
  const seen = ticksOf(marks, at => valToPos(at, 'x', true) / scale).filter(
    ({ x }) => x * scale >= bbox.left && x * scale <= bbox.left + bbox.width,
  );
  ctx.save();
  ctx.fillStyle = colors.text;
  ctx.globalAlpha = 0.75;
  for (const { x, height } of seen) ctx.fillRect((x - 0.5) * scale, bbox.top, scale, height * scale);
  ctx.globalAlpha = 0.3;
  if (seen.length <= mostLines)
    for (const { x } of seen) ctx.fillRect((x - 0.5) * scale, bbox.top, scale, bbox.height);
  ctx.restore();
}

/** The same for an SVG file. */
export function marksPicture(
  marks: readonly PlacedMark[],
  { x, top, height, color }: { x: (at: number) => number; top: number; height: number; color: string },
): string[] {
  const ticks = ticksOf(marks, x);
  const rect = (tick: Tick, length: number, opacity: number) =>
    `<rect x="${tick.x - 0.5}" y="${top}" width="1" height="${length.toFixed(1)}" fill="${escaped(color)}" fill-opacity="${opacity}"/>`;
  const lines = ticks.length <= mostLines ? ticks.map(tick => rect(tick, height, 0.3)) : [];
  return [...ticks.map(tick => rect(tick, tick.height, 0.75)), ...lines];
}

/** Marks that are told at once. */
const mostTold = 5;

/** Sentences that tell of marks, what happened most often first; and of how many there are more. */
export function markSentences(marks: readonly ChartMark[], zone: string): string[] {
  const found = new Map<string, { first: ChartMark; isOne: boolean; count: number }>();
  for (const mark of marks) {
    const known = found.get(mark.text);
    const count = (known?.count ?? 0) + mark.count;
    found.set(mark.text, { first: known?.first ?? mark, isOne: !known, count });
  }
  const all = [...found.values()].toSorted((one, other) => other.count - one.count);
  const told = all.slice(0, mostTold).map(({ first, isOne, count }) => {
    // What happened again and again has no one time.
    const clock = isOne ? formatTime(first.time, zone).slice(11, 19) : '';
    return sentence(clock, first.text, count);
  });
  return all.length > mostTold ? [...told, strings.moreMarks(all.length - mostTold)] : told;
}

const sentence = (time: string, text: string, count: number): string =>
  [time, text, count > 1 ? strings.times(count) : ''].filter(Boolean).join(' ');

const mostListed = 100;

/** A list of all that is marked over a chart, folded at first; nothing until it has come. */
export function markList(session: Session): HTMLElement[] {
  const found = session.marks.read(session.marked);
  if (!found) return [];
  const { marks, more } = found;
  const items = marks
    .slice(0, mostListed)
    .map(({ time, text, count }) =>
      element('li', { text: sentence(formatTime(time, session.zone), text, count) }),
    );
  const left = marks.length - items.length;
  if (left > 0) items.push(element('li', { text: strings.moreMarks(left) }));
  const summary = element('summary', { text: strings.markCount(marks.length, more) });
  return [element('details', { className: 'odd-rows marks' }, summary, element('ul', {}, ...items))];
}
