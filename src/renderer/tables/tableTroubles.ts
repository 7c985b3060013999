import type { CellPlace } from '../../model/tables/tableMessages.js';
import type { GridPosition } from '../grid/gridKeys.js';
import type { ActedPage } from './actedPage.js';
import { conflictWords } from './tableConflicts.js';
import type { TroubleKind } from './tableData.js';
import { tableStrings } from './tableStrings.js';

/** Goes from one cell with a trouble to the next, in the order in which they are shown, and round at the end. */
export class TableTroubles {
  constructor(private readonly page: ActedPage) {}

  /** Lets F8 go on to the next trouble, and back with Shift, as in a text. */
  listen(grid: HTMLElement): void {
    grid.addEventListener('keydown', event => {
      if (event.key !== 'F8' || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      event.stopPropagation();
      this.go(event.shiftKey ? -1 : 1);
    });
  }

  /** What is wrong with the active cell, in words. */
  ofActive(): string {
    const { grid, data } = this.page;
    const { row, column } = grid?.selection.active ?? { row: -1, column: 0 };
    const at = this.page.rowAt(row)?.at ?? -1;
    const shown = grid?.model.columns.map(({ index }) => index) ?? [];
    const conflict = data.conflictOf(at, shown, column);
    const of = this.page.columnAt(column);
    const mine = of && data.fieldsOf(at)[of.field];
    return [
      ...(conflict && of ? [conflictWords(conflict, { data, column: of, mine })] : []),
      ...data.problemsOf(at, shown, column).map(({ message }) => message),
    ].join(' ');
  }

  /** How many cells have a trouble of each kind. */
  counts(): Readonly<Record<TroubleKind, number>> {
    const of = (kind: TroubleKind) => this.page.data.troubles.filter(each => each.kind === kind).length;
    return { problem: of('problem'), warning: of('warning'), conflict: of('conflict') };
  }

  /** Goes to the first cell with a trouble of a kind. */
  goToFirst(kind: TroubleKind): void {
    const { grid } = this.page;
    if (grid) grid.select({ row: -1, column: 0 });
    this.go(1, kind);
  }

  /** Goes to the next cell with a trouble, or to the one before. @param kind of any kind without it */
  go(step: 1 | -1, kind?: TroubleKind): void {
    const { grid, data } = this.page;
    const sought = data.troubles.filter(each => kind === undefined || each.kind === kind);
    if (!grid || sought.length === 0) return;
    const places = this.places(sought);
    const { active } = grid.selection;
    const isBehind = (place: GridPosition) => orderOf(place, active) * step > 0;
    const next = step > 0 ? places.find(isBehind) : places.findLast(isBehind);
    const place = next ?? places.at(step > 0 ? 0 : -1);
    if (!place) {
      const nowhere = data.problems.filter(({ at }) => at < 0).map(({ message }) => message);
      return this.page.tell(nowhere.join(' ') || tableStrings.filteredOut);
    }
    grid.select(place);
    grid.element.focus({ preventScroll: true });
  }

  /** Where troubles are shown, each once; of a field whose column is hidden, at the first cell of its row. */
  private places(troubles: readonly CellPlace[]): GridPosition[] {
    const { page } = this;
    const { columns = [], count = 0 } = page.grid?.model ?? {};
    const rows = new Map<number, Set<number>>();
    for (const { at, field } of troubles) {
      const column = Math.max(
        columns.findIndex(({ name }) => name === field),
        0,
      );
      rows.set(at, (rows.get(at) ?? new Set()).add(column));
    }
    const positions = Array.from({ length: count }, (_, row) => row);
    return positions.flatMap(row =>
      [...(rows.get(page.rowAt(row)?.at ?? -1) ?? [])]
        .sort((one, other) => one - other)
        .map(column => ({ row, column })),
    );
  }
}

const orderOf = (one: GridPosition, other: GridPosition): number =>
  one.row - other.row || one.column - other.column;
