import { positionOf } from './gridRow.js';

/** Pixels that the name of a column is dragged before it moves. */
const slack = 5;
/** Pixels beside the edges of a grid from which it scrolls, and by which. */
const edge = 24;

/** A name of a column that is pressed with the mouse. */
export interface PressedHeader {
  readonly column: number;
  /** It is let go where it was pressed. */
  readonly onPress: () => void;
  /** It is let go over another column. */
  readonly onMove: (to: number) => void;
}

/** Lets the name of a column be dragged to another place; Escape gives it up. */
export function followHeader(
  grid: HTMLElement,
  { pointerId, clientX: from, clientY: y }: PointerEvent,
  { column, onPress, onMove }: PressedHeader,
): void {
  const root = grid.getRootNode() as ShadowRoot;
  const listening = new AbortController();
  const { signal } = listening;
  let to: number | undefined;
  const end = () => {
    listening.abort();
    markTarget(grid, column);
  };
  const follow = ({ clientX: x }: PointerEvent) => {
    if (to === undefined && Math.abs(x - from) < slack) return;
    const { left, right } = grid.getBoundingClientRect();
    grid.scrollLeft += x > right - edge ? edge : x < left + edge ? -edge : 0;
    const over = positionOf(root.elementFromPoint(Math.min(Math.max(x, left + 1), right - 2), y));
    if (over?.row === -1) to = over.column;
    markTarget(grid, column, to);
  };
  const letGo = () => {
    end();
    if (to === undefined) onPress();
    else if (to !== column) onMove(to);
  };
  // What is let go outside the page is heard, too.
  grid.setPointerCapture?.(pointerId);
  grid.addEventListener('pointermove', follow, { signal });
  grid.addEventListener('pointerup', letGo, { signal });
  grid.addEventListener('lostpointercapture', end, { signal });
  grid.addEventListener('keydown', ({ key }) => (key === 'Escape' ? end() : undefined), { signal });
}

/** Shows which column is dragged, and on which side of another one it would stand. */
function markTarget(grid: HTMLElement, column: number, to?: number): void {
  for (const header of grid.querySelectorAll('[role=columnheader]')) {
    const at = positionOf(header)?.column ?? -1;
    header.classList.toggle('dragged', to !== undefined && at === column);
    header.classList.toggle('target', at === to && at !== column);
    header.classList.toggle('after', at === to && at > column);
  }
}
