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

const withinRow = new Set(['ArrowLeft', 'ArrowRight', 'Home', 'End']);

/** Where a key moves to in a grid (ARIA Authoring Practices, grid pattern); undefined for other keys. */
export function moveByKey(
  from: GridPosition,
  { key, ctrlKey, metaKey, altKey }: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>,
  extent: GridExtent,
): GridPosition | undefined {
  const isFar = ctrlKey || metaKey;
  const to = altKey ? undefined : (isFar ? farTargets : targets)(from, extent)[key];
  if (!to) return undefined;
  const staysInHeader = !isFar && (key === 'ArrowUp' || (from.row < 0 && withinRow.has(key)));
  const first = staysInHeader || extent.rows === 0 ? -1 : 0;
  return {
    row: Math.max(Math.min(to.row, extent.rows - 1), first),
    column: Math.min(Math.max(to.column, 0), extent.columns - 1),
  };
}

type Targets = Readonly<Record<string, GridPosition>>;

const targets = ({ row, column }: GridPosition, { columns, page }: GridExtent): Targets => ({
  ArrowUp: { row: row - 1, column },
  ArrowDown: { row: row + 1, column },
  ArrowLeft: { row, column: column - 1 },
  ArrowRight: { row, column: column + 1 },
  PageUp: { row: row - page, column },
  PageDown: { row: row + page, column },
  Home: { row, column: 0 },
  End: { row, column: columns - 1 },
});

const farTargets = ({ column }: GridPosition, { rows, columns }: GridExtent): Targets => ({
  Home: { row: 0, column: 0 },
  End: { row: rows - 1, column: columns - 1 },
  ArrowUp: { row: 0, column },
  ArrowDown: { row: rows - 1, column },
});
