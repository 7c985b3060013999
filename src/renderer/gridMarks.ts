import type { GridSelection } from './grid/gridSelection.js';

/** Shows in one row which cell is active and which ones are selected; row -1 is the row of column names. */
export function markRow(element: Element, row: number, selection: GridSelection): void {
  const { active, isOneCell } = selection;
  for (let column = 0; column < element.children.length - 1; column += 1) {
    const cell = element.children[column + 1]!;
    const isSelected = row >= 0 && selection.includes({ row, column });
    cell.classList.toggle('active', active.row === row && active.column === column);
    cell.classList.toggle('selected', isSelected && !isOneCell);
    // Set only where it changes: screen readers speak about every change.
    if (row >= 0 && cell.getAttribute('aria-selected') !== String(isSelected)) {
      cell.setAttribute('aria-selected', String(isSelected));
    }
  }
}
