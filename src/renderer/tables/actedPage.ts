import type { TableColumn } from '../../model/tables/tableColumns.js';
import type { PageRow, TableMessage, TableQuestion } from '../../model/tables/tableMessages.js';
import type { Rectangle } from '../grid/gridSelection.js';
import type { TableData } from './tableData.js';
import type { TableGrid } from './tableGrid.js';

/** What is acted on. */
export interface ActedPage {
  readonly data: TableData;
  readonly grid: TableGrid | undefined;
  readonly isLocked: boolean;
  rowAt(position: number): PageRow | undefined;
  columnAt(position: number): TableColumn | undefined;
  hear(message: TableMessage): void;
  post(message: TableQuestion): void;
  /** Says something to a screen reader. */
  say(sentence: string): void;
  /** Says why nothing can be edited, with what would help. */
  refuse(): void;
  /** Says something in the status line; nothing any more without a sentence. */
  tell(sentence?: string): void;
}

/** Records, by where they stand in the list, and fields, in the order in which they are shown. */
export interface ShownRange {
  readonly rows: number[];
  readonly fields: string[];
}

/** What a rectangle of a table holds; without one, what is selected. */
export function shownRange(page: ActedPage, rectangle = page.grid?.selection.rectangle): ShownRange {
  const { top, bottom, left, right } = rectangle ?? { top: 0, bottom: -1, left: 0, right: -1 };
  return {
    rows: upTo(Math.max(top, 0), bottom).flatMap(position => page.rowAt(position)?.at ?? []),
    fields: upTo(left, right).flatMap(position => page.columnAt(position)?.field ?? []),
  };
}

/** All rows and columns of a table that are shown. */
export const shownCells = ({ grid }: ActedPage): Rectangle => ({
  top: 0,
  bottom: (grid?.model.count ?? 0) - 1,
  left: 0,
  right: (grid?.model.columns.length ?? 0) - 1,
});

const upTo = (from: number, to: number) =>
  Array.from({ length: Math.max(to - from + 1, 0) }, (_, index) => from + index);
