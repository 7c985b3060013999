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
  if (marks.length === 0) return [];
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

/** Where a tick is drawn: its bar, its number where it stands for several marks, and the line down from its middle. */
function tickShape({ left, right, size, count }: Tick) {
  const middle = (left + right) / 2;
  const width = right - left + 1;
  // What stands side by side is no band.
  const inset = width > 3 ? 1 : 0;
  const label = size > 1 ? String(count) : undefined;
  return { x: left - 0.5 + inset, width: width - 2 * inset, middle, label };
}

/** Draws a tick at the top for each mark, or for marks that lie on each other, with a faint line down where they are few. */
export function drawMarks(
  { ctx, bbox, valToPos }: uPlot,
  { marks, colors }: { marks: readonly PlacedMark[]; colors: ThemeColors },
): void {
  const scale = window.devicePixelRatio || 1;
  const [first, last] = [bbox.left / scale, (bbox.left + bbox.width) / scale];
  const seen = ticksOf(marks, at => valToPos(at, 'x', true) / scale).filter(
    ({ left, right }) => right >= first && left <= last,
  );
  ctx.save();
  ctx.fillStyle = colors.text;
  ctx.font = `${labelSize * scale}px sans-serif`;
  ctx.textAlign = 'center';
  for (const tick of seen) {
    const { x, width, middle, label } = tickShape(tick);
    ctx.globalAlpha = 0.75;
    ctx.fillRect(x * scale, bbox.top, width * scale, tick.height * scale);
    if (label) ctx.fillText(label, middle * scale, bbox.top + (tick.height + labelSize) * scale);
    ctx.globalAlpha = 0.3;
    if (seen.length <= mostLines) ctx.fillRect((middle - 0.5) * scale, bbox.top, scale, bbox.height);
  }
  ctx.restore();
}

/** The same for an SVG file. */
export function marksPicture(
  marks: readonly PlacedMark[],
  { x, top, height, color }: { x: (at: number) => number; top: number; height: number; color: string },
): string[] {
  const ticks = ticksOf(marks, x);
  const fill = `fill="${escaped(color)}"`;
  return ticks.flatMap(tick => {
    const { x: left, width, middle, label } = tickShape(tick);
    const bar = `<rect x="${left}" y="${top}" width="${width}" height="${tick.height.toFixed(1)}" ${fill} fill-opacity="0.75"/>`;
    const line = `<rect x="${middle - 0.5}" y="${top}" width="1" height="${height.toFixed(1)}" ${fill} fill-opacity="0.3"/>`;
    const y = (top + tick.height + labelSize).toFixed(1);
    const words = `<text x="${middle}" y="${y}" font-size="${labelSize}" text-anchor="middle" ${fill}>${label}</text>`;
    return [bar, ...(label ? [words] : []), ...(ticks.length <= mostLines ? [line] : [])];
  });
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
