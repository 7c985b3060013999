import { positionOf } from './gridRow.js';
import type { GridSelection } from './gridSelection.js';

/** What the mouse does in a grid. */
export interface GridPointer {
  readonly selection: GridSelection;
  readonly lastColumn: () => number;
  readonly sort: (column: number) => void;
  readonly onDidSelect: () => void;
}

/** Lets the mouse select cells, whole rows by their numbers, and sort by the names of columns. */
export function selectByPointer(grid: HTMLElement, pointer: GridPointer): void {
  const { selection, lastColumn, sort, onDidSelect } = pointer;
  grid.addEventListener('pointerdown', event => {
    if (event.button !== 0 || event.defaultPrevented) return;
    const number = event.target instanceof HTMLElement ? event.target.dataset['row'] : undefined;
    const position = positionOf(event.target);
    if (number !== undefined) {
      const row = Number(number);
      const from = event.shiftKey ? Math.max(selection.anchor.row, 0) : row;
      selection.anchor = { row: from, column: lastColumn() };
      selection.active = { row, column: 0 };
    } else if (position && event.shiftKey) {
      selection.extend(position);
    } else if (position) {
      selection.set(position);
      if (position.row < 0) sort(position.column);
      else dragFrom(grid, pointer);
    }
    onDidSelect();
  });
}

/** Selects what the mouse passes over until its button is let go. */
function dragFrom(grid: HTMLElement, { selection, onDidSelect }: GridPointer): void {
  const move = (event: PointerEvent) => {
    const root = grid.getRootNode() as ShadowRoot;
    const position = positionOf(root.elementFromPoint(event.clientX, event.clientY));
    if (!position || position.row < 0) return;
    selection.extend(position);
    onDidSelect();
  };
  const stop = () => {
    grid.removeEventListener('pointermove', move);
    window.removeEventListener('pointerup', stop);
  };
  grid.addEventListener('pointermove', move);
  window.addEventListener('pointerup', stop);
}
