import type { Box } from '../../model/pictures/drawing.js';
import type { Way } from '../panZoom.js';

/** Whether somebody wants things to be where they are at once. */
export const isMotionReduced = (): boolean =>
  globalThis.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? false;

/** Between what is shown and the edge of the window, in pixels. */
const margin = 12;

/**
 * Where a window has to scroll to show a box, moving as little as it takes.
 * @param boxes in pixels of what scrolls; the first that fits into the window, else what can be seen of the last
 */
export function scrollToShow(
  place: Pick<HTMLElement, 'scrollLeft' | 'scrollTop' | 'clientWidth' | 'clientHeight'>,
  boxes: readonly Box[],
): readonly [left: number, top: number] {
  const { scrollLeft, scrollTop, clientWidth, clientHeight } = place;
  return [
    along(
      { from: scrollLeft, size: clientWidth },
      boxes.map(({ x, width }) => ({ from: x, size: width })),
    ),
    along(
      { from: scrollTop, size: clientHeight },
      boxes.map(({ y, height }) => ({ from: y, size: height })),
    ),
  ];
}

interface Stretch {
  readonly from: number;
  readonly size: number;
}

function along(window: Stretch, stretches: readonly Stretch[]): number {
  const withMargin = stretches.map(({ from, size }) => ({ from: from - margin, size: size + 2 * margin }));
  const fitting = withMargin.find(({ size }) => size <= window.size);
  if (fitting) {
    const least = fitting.from + fitting.size - window.size;
    return Math.max(0, Math.min(Math.max(window.from, least), fitting.from));
  }
  const last = withMargin.at(-1);
  if (!last) return window.from;
  // One sees as much of it as there is room for already, or its beginning.
  const isFilled = window.from >= last.from && window.from + window.size <= last.from + last.size;
  return isFilled ? window.from : Math.max(0, last.from);
}

/** Moves the window over a sheet while that is dragged. */
export class WindowPan {
  private scroll: Way = [0, 0];

  constructor(private readonly sheet: HTMLElement) {}

  begin(): void {
    const { scrollLeft = 0, scrollTop = 0 } = this.sheet.parentElement ?? {};
    this.scroll = [scrollLeft, scrollTop];
  }

  /** Moves the window so that what was pressed stays below the pointer. */
  to([x, y]: Way): void {
    // Once: a style that changes with each move would be reckoned for thousands of marks.
    if (!('pan' in this.sheet.dataset)) this.sheet.dataset['pan'] = '';
    this.sheet.parentElement?.scrollTo(this.scroll[0] - x, this.scroll[1] - y);
  }

  end(): void {
    delete this.sheet.dataset['pan'];
  }
}
