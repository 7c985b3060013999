import type uPlot from 'uplot';
import type { ChartMark } from '../../../model/results/chartMarks.js';
import { element } from '../../element.js';
import type { Session } from '../../session.js';
import { strings } from '../../strings.js';
import { formatTime } from '../../../model/text/timeText.js';
import { colorOf, type ThemeColors } from '../look.js';
import type { ChartShape } from '../../../model/charts/chartShape.js';
import { markLabelSize, marksWithin, type PlacedMark } from '../../../model/charts/time/placedMarks.js';

/** Pixels from a mark to the pointer that means it. */
const reach = 6;
/** The marks at the pointer of a plot. */
export function pointedMarks(plot: uPlot, marks: readonly PlacedMark[]): PlacedMark[] {
  const { left = -1 } = plot.cursor;
  if (left < 0) return [];
  return marksWithin(marks, plot.posToVal(left - reach, 'x'), plot.posToVal(left + reach, 'x'));
}

/** Paints the boxes and labels that lie over a plot; labels end at their place, or are in the middle of it. */
export function paintShapes({ ctx }: uPlot, shapes: readonly ChartShape[], colors: ThemeColors): void {
  const density = window.devicePixelRatio || 1;
  ctx.save();
  ctx.scale(density, density);
  ctx.font = `${markLabelSize}px sans-serif`;
  ctx.textBaseline = 'alphabetic';
  for (const shape of shapes) {
    ctx.fillStyle = colorOf(shape.kind === 'box' ? (shape.fill ?? 'text') : 'text', colors);
    ctx.globalAlpha = shape.kind === 'box' ? (shape.opacity ?? 1) : 0.75;
    if (shape.kind === 'box') ctx.fillRect(shape.x, shape.y, shape.width, shape.height);
    else if (shape.kind === 'text') {
      ctx.textAlign = shape.anchor === 'end' ? 'right' : 'center';
      ctx.fillText(shape.text, shape.x, shape.y);
    }
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
