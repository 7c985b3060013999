import type { GridExtent, GridPosition } from './gridKeys.js';
import type { GridSelection } from './gridSelection.js';

/** What is in sight of a table, in pixels, and what is selected. */
export interface GridPlace {
  readonly top: number;
  readonly left: number;
  readonly anchor: GridPosition;
  readonly active: GridPosition;
}

export const gridPlace = (
  { scrollTop: top, scrollLeft: left }: HTMLElement,
  { anchor, active }: GridSelection,
): GridPlace => ({ top, left, anchor, active });

/** Goes to a place that another table had, as far as this one reaches. */
export function goToPlace(
  { top, left, ...selected }: GridPlace,
  { element, selection, extent }: { element: HTMLElement; selection: GridSelection; extent: GridExtent },
): void {
  const within = ({ row, column }: GridPosition): GridPosition => ({
    row: Math.min(row, extent.rows - 1),
    column: Math.min(column, extent.columns - 1),
  });
  selection.anchor = within(selected.anchor);
  selection.active = within(selected.active);
  element.scrollTop = top;
  element.scrollLeft = left;
}
