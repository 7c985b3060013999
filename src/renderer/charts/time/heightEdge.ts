import { element } from '../../element.js';
import type { Session } from '../../session.js';
import { strings } from '../../strings.js';

/** Pixels: the least and the most that a chart may be high, and what an arrow key adds. */
const [lowest, highest, step] = [80, 2000, 20] as const;

/**
 * The lower edge of a chart: it is dragged, or moved with arrow keys, and the height is kept in the cell; a double click or Delete
 * takes the usual one. In a tab a chart is as high as there is room, and has none.
 * @param place whose style has the height
 */
export function heightEdge(session: Session, place: HTMLElement, onDidChange: () => void): HTMLElement[] {
  if (session.output.isInTab) return [];
  const attributes = {
    role: 'separator',
    tabindex: '0',
    'aria-orientation': 'horizontal',
    'aria-label': strings.chartHeight,
    'aria-valuemin': String(lowest),
    'aria-valuemax': String(highest),
    title: strings.chartHeight,
  };
  const edge = element('div', { className: 'edge', attributes });
  const height = () => Number.parseFloat(getComputedStyle(place).minHeight);
  // Before the chart is on the page its height is not known.
  const say = (pixels: number) => {
    if (Number.isFinite(pixels)) edge.setAttribute('aria-valuenow', String(pixels));
  };
  const show = (pixels: number | undefined) => {
    const limited = pixels && Math.round(Math.min(Math.max(pixels, lowest), highest));
    place.style.minHeight = limited === undefined ? '' : `${limited}px`;
    say(limited ?? height());
    onDidChange();
    return limited;
  };
  const keep = (pixels: number | undefined) => session.change({ height: show(pixels) });
  edge.addEventListener('keydown', event => {
    const steps: Readonly<Record<string, number>> = { ArrowUp: -step, ArrowDown: step };
    const change = steps[event.key];
    if (change === undefined && event.key !== 'Delete') return;
    event.preventDefault();
    event.stopPropagation();
    keep(change === undefined ? undefined : height() + change);
  });
  edge.addEventListener('focus', () => say(height()));
  edge.addEventListener('dblclick', () => keep(undefined));
  edge.addEventListener('pointerdown', event => {
    if (event.button !== 0) return;
    const start = height() - event.clientY;
    const move = ({ clientY }: PointerEvent) => show(start + clientY);
    edge.setPointerCapture(event.pointerId);
    edge.addEventListener('pointermove', move);
    const end = () => {
      edge.removeEventListener('pointermove', move);
      if (height() !== start + event.clientY) keep(height());
    };
    edge.addEventListener('lostpointercapture', end, { once: true });
  });
  show(session.settings.height);
  return [edge];
}
