/** A cell by row and column, both from 0. */
export interface GridPosition {
  readonly row: number;
  readonly column: number;
}

/** The extent of a grid; both counts are at least 1. */
export interface GridExtent {
  readonly rows: number;
  readonly columns: number;
  /** Rows that Page Up and Page Down move by. */
  readonly page: number;
}

/** The keys of an event that matter for moving. */
export type GridKey = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>;

/** Where a key moves to in a grid (ARIA Authoring Practices, grid pattern); undefined for other keys. */
export function moveByKey(from: GridPosition, event: GridKey, extent: GridExtent): GridPosition | undefined {
  if (event.altKey || event.shiftKey) return undefined;
  const to =
    event.ctrlKey || event.metaKey ? farTarget(from, event.key, extent) : target(from, event.key, extent);
  return (
    to && {
      row: Math.min(Math.max(to.row, 0), extent.rows - 1),
      column: Math.min(Math.max(to.column, 0), extent.columns - 1),
    }
  );
}

function target({ row, column }: GridPosition, key: string, { columns, page }: GridExtent) {
  switch (key) {
    case 'ArrowUp':
      return { row: row - 1, column };
    case 'ArrowDown':
      return { row: row + 1, column };
    case 'ArrowLeft':
      return { row, column: column - 1 };
    case 'ArrowRight':
      return { row, column: column + 1 };
    case 'PageUp':
      return { row: row - page, column };
    case 'PageDown':
      return { row: row + page, column };
    case 'Home':
      return { row, column: 0 };
    case 'End':
      return { row, column: columns - 1 };
    default:
      return undefined;
  }
}

function farTarget({ column }: GridPosition, key: string, { rows, columns }: GridExtent) {
  switch (key) {
    case 'Home':
      return { row: 0, column: 0 };
    case 'End':
      return { row: rows - 1, column: columns - 1 };
    case 'ArrowUp':
      return { row: 0, column };
    case 'ArrowDown':
      return { row: rows - 1, column };
    default:
      return undefined;
  }
}
