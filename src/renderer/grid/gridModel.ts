import type { ResultValue } from '../../model/query/queryResult.js';
import { rowOrder } from './rowOrder.js';
import type { Session, SessionColumn } from '../session.js';

/** A column as a grid shows it. */
export interface GridColumn extends SessionColumn {
  /** `sent`, `UTC`, `local` or the name of a time zone. */
  readonly zone: string;
  /** Pixels, when a person chose them. */
  readonly width: number | undefined;
  readonly sort: 'ascending' | 'descending' | undefined;
  readonly isFiltered: boolean;
}

/** The column of times of several rows that all have the same one. */
function columnOfOneTime({ columns, rows, facts }: Session): SessionColumn | undefined {
  const isKnown = rows.isComplete || !facts.isBucketed;
  const column = columns.find(({ kind }) => kind === 'time');
  const { values = [] } = column ?? {};
  const isOne = rows.count > 1 && values.every(time => time === undefined || time === values[0]);
  return isKnown && isOne && columns.length > 1 ? column : undefined;
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
    const { sort } = session.settings;
    this.sameTime = columnOfOneTime(session);
    this.columns = session.columns.flatMap(column => {
      const { width, filter, isHidden = column === this.sameTime } = session.columnSettings(column.name);
      if (isHidden) return [];
      const isSorted = sort?.column === column.name;
      return {
        ...column,
        width,
        zone: session.zone,
        sort: isSorted ? (sort.isDescending ? 'descending' : 'ascending') : undefined,
        isFiltered: Boolean(filter),
      };
    });
  }

  /** Takes over filters and sorting; only what has come can be sorted. */
  sortRows(): void {
    const { session } = this;
    const { rows, columns, settings } = session;
    this.order = undefined;
    if (this.needsAllRows) return;
    const filters = columns.flatMap(column => {
      const { filter } = session.columnSettings(column.name);
      return filter ? [{ columns: [column], text: filter }] : [];
    });
    if (settings.search) filters.push({ columns: [...columns], text: settings.search });
    const sorted = columns.find(({ name }) => name === settings.sort?.column);
    this.order = rowOrder({
      count: rows.count,
      zone: session.zone,
      filters,
      sort: sorted && { column: sorted, isDescending: settings.sort?.isDescending ?? false },
    });
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
