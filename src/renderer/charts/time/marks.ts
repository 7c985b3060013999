import type uPlot from 'uplot';
import type { ChartMark } from '../../../model/results/chartMarks.js';
import { element } from '../../element.js';
import type { Session } from '../../session.js';
import { strings } from '../../strings.js';
import { formatTime } from '../../timeText.js';
import { chartText, type ChartShape } from '../chartPicture.js';
import type { ThemeColors } from '../look.js';
import { bucketLength, type TimePlace } from './timeAxis.js';

/** A mark where it is drawn. */
export interface PlacedMark extends ChartMark {
  /** Seconds: its time, or that of the last bucket when it is within that, where a chart ends. */
  readonly at: number;
}

/** What is marked over the times of a chart, in order; nothing until it has come. @param times seconds, ascending */
export function placedMarks(session: Session, times: readonly number[]): PlacedMark[] {
  const { marks = [] } = session.marks.read(session.marked) ?? {};
  if (marks.length === 0) return [];
  const first = times[0] ?? 0;
  const last = times.at(-1) ?? -1;
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
/** Pixels between marks that can be told apart, and across marks that are drawn as one. */
const [apart, widest] = [4, 24] as const;
const labelSize = 10;
/** So many lines over the whole height can still be told apart. */
const mostLines = 60;

/** The marks at the pointer of a plot. */
export function pointedMarks(plot: uPlot, marks: readonly PlacedMark[]): PlacedMark[] {
  const { left = -1 } = plot.cursor;
  if (left < 0) return [];
  return marksWithin(marks, plot.posToVal(left - reach, 'x'), plot.posToVal(left + reach, 'x'));
}

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
  for (const { at, time, count } of marks) {
    const place = Math.round(x(at));
    const last = ticks.at(-1);
    const isNear = last && place - last.right < apart && place - last.left < widest;
    const tick = isNear ? last : { left: place, right: place, count: 0, size: 0 };
    if (!isNear) ticks.push(tick);
    tick.right = Math.max(tick.right, place);
    tick.count += count;
    tick.size += 1;
    // What was moved to the end of the chart is of a whole bucket.
    if (at === time / 1000) most = Math.max(most, tick.count);
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
    const label = chartText(String(count), { x: middle, y: box.y + height + labelSize, anchor: 'middle' });
    return [
      { ...bar, x: left - 0.5 + inset, width: width - 2 * inset, height, opacity: 0.75 },
      ...(size > 1 ? [{ ...label, size: labelSize }] : []),
      ...(seen.length > mostLines
        ? []
        : [{ ...bar, x: middle - 0.5, width: 1, height: box.height, opacity: 0.3 }]),
    ];
  });
}

/** Paints the boxes and labels that lie over a plot. */
export function paintShapes({ ctx }: uPlot, shapes: readonly ChartShape[], colors: ThemeColors): void {
  const density = window.devicePixelRatio || 1;
  ctx.save();
  ctx.scale(density, density);
  ctx.font = `${labelSize}px sans-serif`;
  ctx.textAlign = 'center';
  for (const shape of shapes) {
    ctx.fillStyle = shape.kind === 'box' && shape.fill === 'line' ? colors.line : colors.text;
    ctx.globalAlpha = shape.kind === 'box' ? (shape.opacity ?? 1) : 0.75;
    if (shape.kind === 'box') ctx.fillRect(shape.x, shape.y, shape.width, shape.height);
    else if (shape.kind === 'text') ctx.fillText(shape.text, shape.x, shape.y);
  }
  ctx.restore();
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
