import type { Box } from '../../model/pictures/drawing.js';

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
