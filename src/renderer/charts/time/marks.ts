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

/** Pixels: of a mark, and from there to the pointer that means it. */
const [tickLength, tickWidth, reach] = [10, 2, 6] as const;
/** So many lines over the whole height can still be told apart. */
const mostLines = 60;

/** The marks at the pointer of a plot. */
export function pointedMarks(plot: uPlot, marks: readonly PlacedMark[]): PlacedMark[] {
  const { left = -1 } = plot.cursor;
  if (left < 0) return [];
  return marksWithin(marks, plot.posToVal(left - reach, 'x'), plot.posToVal(left + reach, 'x'));
}

/** Draws a tick at the top for each mark, with a faint line down where they are few. */
export function drawMarks(
  { ctx, bbox, valToPos }: uPlot,
  { marks, colors }: { marks: readonly PlacedMark[]; colors: ThemeColors },
): void {
  const scale = window.devicePixelRatio || 1;
  const places = new Set(marks.map(({ at }) => Math.round(valToPos(at, 'x', true))));
  const seen = [...places].filter(x => x >= bbox.left && x <= bbox.left + bbox.width);
  ctx.save();
  ctx.fillStyle = colors.text;
  for (const x of seen) ctx.fillRect(x - scale, bbox.top, tickWidth * scale, tickLength * scale);
  ctx.globalAlpha = 0.35;
  if (seen.length <= mostLines) for (const x of seen) ctx.fillRect(x, bbox.top, scale, bbox.height);
  ctx.restore();
}

/** The same for an SVG file. */
export function marksPicture(
  marks: readonly PlacedMark[],
  { x, top, height, color }: { x: (at: number) => number; top: number; height: number; color: string },
): string[] {
  const places = new Set(marks.map(({ at }) => x(at)));
  const fill = `fill="${escaped(color)}"`;
  const line = (place: number) =>
    places.size > mostLines
      ? ''
      : `<rect x="${place}" y="${top}" width="1" height="${height}" ${fill} fill-opacity="0.35"/>`;
  return [...places].map(
    place =>
      `<rect x="${place - 1}" y="${top}" width="${tickWidth}" height="${tickLength}" ${fill}/>${line(place)}`,
  );
}

/** Marks that are told at once. */
const mostTold = 5;

/** Sentences that tell of marks, and of how many there are more. */
export function markSentences(marks: readonly ChartMark[], zone: string, most = mostTold): string[] {
  const told = marks.slice(0, most).map(({ time, text }) => `${formatTime(time, zone)} ${text}`.trimEnd());
  return marks.length > most ? [...told, strings.moreMarks(marks.length - most)] : told;
}

const mostListed = 100;

/** A list of all that is marked over a chart, folded at first; nothing until it has come. */
export function markList(session: Session): HTMLElement[] {
  const found = session.marks.read(session.marked);
  if (!found) return [];
  const { marks, more } = found;
  const items = markSentences(marks, session.zone, mostListed).map(text => element('li', { text }));
  const summary = element('summary', { text: strings.markCount(marks.length, more) });
  return [element('details', { className: 'odd-rows marks' }, summary, element('ul', {}, ...items))];
}
