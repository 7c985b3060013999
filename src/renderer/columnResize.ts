import { positionOf } from './grid/gridRow.js';

/** What dragging the edge of a column does; widths in pixels. */
export interface ColumnResize {
  readonly width: (column: number) => number;
  readonly preview: (column: number, width: number) => void;
  readonly finish: (column: number) => void;
}

/** Lets the edges of column names be dragged. */
export function resizeColumns(grid: HTMLElement, { width, preview, finish }: ColumnResize): void {
  grid.addEventListener(
    'pointerdown',
    event => {
      const handle = event.target;
      if (!(handle instanceof HTMLElement) || handle.className !== 'resize' || event.button !== 0) return;
      const column = positionOf(handle)?.column;
      if (column === undefined) return;
      // A press on the name itself sorts.
      event.preventDefault();
      const start = { x: event.clientX, width: width(column) };
      handle.setPointerCapture(event.pointerId);
      handle.addEventListener('pointermove', move => preview(column, start.width + move.clientX - start.x));
      handle.addEventListener('lostpointercapture', () => finish(column), { once: true });
    },
    { capture: true },
  );
}
