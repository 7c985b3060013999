import type { GridPosition } from './gridKeys.js';

/** Cells between two corners, both included. */
export interface Rectangle {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

/** The selected cells: from where selecting began to the active cell. */
export class GridSelection {
  anchor: GridPosition = { row: 0, column: 0 };
  active: GridPosition = { row: 0, column: 0 };

  /** Selects one cell. */
  set(position: GridPosition): void {
    this.anchor = position;
    this.active = position;
  }

  /** Selects up to a cell. */
  extend(position: GridPosition): void {
    if (this.anchor.row < 0) this.anchor = { ...this.anchor, row: 0 };
    this.active = { ...position, row: Math.max(position.row, 0) };
  }

  get rectangle(): Rectangle {
    const { anchor, active } = this;
    return {
      top: Math.min(anchor.row, active.row),
      bottom: Math.max(anchor.row, active.row),
      left: Math.min(anchor.column, active.column),
      right: Math.max(anchor.column, active.column),
    };
  }

  get isOneCell(): boolean {
    const { anchor, active } = this;
    return anchor.row === active.row && anchor.column === active.column;
  }

  includes({ row, column }: GridPosition): boolean {
    const { top, bottom, left, right } = this.rectangle;
    return row >= top && row <= bottom && column >= left && column <= right;
  }
}

/** The selection that a key makes: all cells, whole rows, whole columns; undefined for other keys. */
export function selectByKey(
  { active, anchor }: GridSelection,
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey'>,
  { rows, columns }: { readonly rows: number; readonly columns: number },
): { readonly anchor: GridPosition; readonly active: GridPosition } | undefined {
  const isControl = event.ctrlKey || event.metaKey;
  const lastRow = rows - 1;
  const lastColumn = columns - 1;
  if (isControl && event.key.toLowerCase() === 'a') {
    return { anchor: { row: 0, column: 0 }, active: { row: lastRow, column: lastColumn } };
  }
  if (event.key !== ' ') return undefined;
  if (event.shiftKey && active.row >= 0) {
    return { anchor: { row: anchor.row, column: lastColumn }, active: { row: active.row, column: 0 } };
  }
  if (isControl) {
    return { anchor: { row: 0, column: anchor.column }, active: { row: lastRow, column: active.column } };
  }
  return undefined;
}
