import type { TableColumn } from '../../model/tables/tableColumns.js';
import type { TableAct, TableMessage, TableQuestion } from '../../model/tables/tableMessages.js';
import type { Rectangle } from '../grid/gridSelection.js';
import type { KnownRow, TableData } from './tableData.js';
import type { TableGrid } from './tableGrid.js';

/** What is acted on. */
export interface ActedPage {
  readonly data: TableData;
  readonly grid: TableGrid | undefined;
  readonly isLocked: boolean;
  rowAt(position: number): KnownRow | undefined;
  columnAt(position: number): TableColumn | undefined;
  hear(message: TableMessage): void;
  post(message: TableQuestion): void;
  /** Says something to a screen reader. */
  say(sentence: string): void;
  /** Says why nothing can be edited, with what would help. */
  refuse(): void;
  /** Says something in the status line; nothing any more without a sentence. */
  tell(sentence?: string): void;
  /** Says there what has failed. */
  tellFailure(sentence: string): void;
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

/** The numbers of the records of a table that are selected, before them that of the active row. */
export function selectedRecords(page: ActedPage): readonly (number | undefined)[] {
  const active = page.rowAt(page.grid?.selection.active.row ?? -1);
  const { rows } = shownRange(page);
  return [active, ...rows.map(at => page.data.rowOf(at))].map(row => row?.record);
}

/** Where a record is shown, among the rows of the grid from 0; undefined where it is not. */
export function positionWhere(page: ActedPage, isSought: (row: KnownRow) => boolean): number | undefined {
  return upTo(0, (page.grid?.model.count ?? 0) - 1).find(position => isSought(page.rowAt(position)!));
}

/** An act with other numbers for the rows that it is about. */
export function renumbered(act: TableAct, numberOf: (at: number) => number): TableAct {
  switch (act.kind) {
    case 'set':
      return { ...act, at: numberOf(act.at) };
    case 'add':
      return act.after === undefined ? act : { ...act, after: numberOf(act.after) };
    case 'decide':
      return { ...act, cells: act.cells.map(cell => ({ ...cell, at: numberOf(cell.at) })) };
    case 'each':
    case 'fill':
    case 'series':
    case 'clear':
    case 'replace':
    case 'paste':
    case 'duplicate':
    case 'delete':
      return { ...act, rows: act.rows.map(numberOf) };
  }
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
