/** A cell by row and column, both from 0; row -1 is the row of column names. */
export interface GridPosition {
  readonly row: number;
  readonly column: number;
}

/** The extent of a grid; there is at least one column. */
export interface GridExtent {
  readonly rows: number;
  readonly columns: number;
  /** Rows that Page Up and Page Down move by. */
  readonly page: number;
}

/** The keys of an event that matter for moving. */
export type GridKey = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>;

const withinRow = new Set(['ArrowLeft', 'ArrowRight', 'Home', 'End']);

/** Where a key moves to in a grid (ARIA Authoring Practices, grid pattern); undefined for other keys. */
export function moveByKey(from: GridPosition, event: GridKey, extent: GridExtent): GridPosition | undefined {
  if (event.altKey) return undefined;
  const isFar = event.ctrlKey || event.metaKey;
  const to = isFar ? farTarget(from, event.key, extent) : target(from, event.key, extent);
  if (!to) return undefined;
  const staysInHeader = !isFar && (event.key === 'ArrowUp' || (from.row < 0 && withinRow.has(event.key)));
  const first = staysInHeader || extent.rows === 0 ? -1 : 0;
  return {
    row: Math.max(Math.min(to.row, extent.rows - 1), first),
    column: Math.min(Math.max(to.column, 0), extent.columns - 1),
  };
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
