import type { ResultValue } from '../../model/query/queryResult.js';
import { columnOfOneTime, shownColumns, sortsOf, tableOrder } from '../../model/charts/shownTable.js';
import type { Session, SessionColumn } from '../session.js';

/** A column as a grid shows it. */
export interface GridColumn extends SessionColumn {
  /** `sent`, `UTC`, `local` or the name of a time zone. */
  readonly zone: string;
  /** Pixels, when a person chose them. */
  readonly width: number | undefined;
  readonly sort: 'ascending' | 'descending' | undefined;
  /** Its place among the columns that rows are sorted by, from 1; 0 where there is no other. */
  readonly sortPlace: number;
  readonly isFiltered: boolean;
}

/** What a grid shows: which columns, and which rows in which order. */
export class GridModel {
  columns: readonly GridColumn[] = [];
  /** The column of times where all of them are one, which is said once unless a person wants the column. */
  sameTime: SessionColumn | undefined;
  private order: Uint32Array | undefined;

  constructor(readonly session: Session) {
    this.readColumns();
    this.sortRows();
  }

  /** Rows shown. */
  get count(): number {
    return this.order?.length ?? this.session.rows.count;
  }

  /** Whether rows have to come before they can be sorted and filtered. */
  get needsAllRows(): boolean {
    const { settings, isFiltered, rows } = this.session;
    return (settings.sort !== undefined || isFiltered) && !rows.isComplete;
  }

  /** Takes over what a person chose about columns. */
  readColumns(): void {
    const { session } = this;
    const { settings } = session;
    const sorts = sortsOf(settings);
    const sameTime = columnOfOneTime(session);
    this.sameTime = sameTime;
    this.columns = shownColumns(session.columns, { settings, sameTime }).map(column => {
      const { width, filter } = session.columnSettings(column.name);
      const sort = sorts.find(each => each.column === column.name);
      return {
        ...column,
        width,
        zone: session.zone,
        sort: sort && (sort.isDescending ? 'descending' : 'ascending'),
        sortPlace: sort && sorts.length > 1 ? sorts.indexOf(sort) + 1 : 0,
        isFiltered: Boolean(filter),
      };
    });
  }

  /** Takes over filters and sorting; only what has come can be sorted. */
  sortRows(): void {
    const { session } = this;
    this.order = this.needsAllRows ? undefined : tableOrder(session);
    const only = session.only?.();
    if (!only) return;
    const all = this.order ?? Uint32Array.from({ length: session.rows.count }, (_, row) => row);
    this.order = all.filter(row => only.has(row));
  }

  /** The row of the result that stands at a position. */
  rowAt(position: number): number {
    return this.order?.[position] ?? position;
  }

  /** The value at a position; undefined while its row has not come. */
  value(position: number, column: GridColumn): ResultValue | undefined {
    return column.values[this.rowAt(position)];
  }
}
