import type { ActedPage } from './actedPage.js';
import { troubleKinds, type TroubleKind } from './tableData.js';
import type { TableTroubles } from './tableTroubles.js';

/** What rows can be looked at alone for: what a save does with them, or what keeps it from that. */
export type CountedKind = 'changed' | 'added' | TroubleKind;

/** Leaves those rows alone in sight that a count in the status line is of, until all are wanted again. */
export class ShownOnly {
  /** What the rows that are shown have in common; undefined for all. */
  kind: CountedKind | undefined;

  constructor(
    private readonly page: ActedPage,
    private readonly troubles: TableTroubles,
  ) {}

  /** Shows the rows of a kind alone, or all again; where filters leave none of them, it is said. */
  toggle(kind: CountedKind): void {
    const { grid } = this.page;
    if (!grid) return;
    const { model } = grid;
    const isShown = this.kind !== kind;
    const sought = isShown ? this.rowsOf(kind) : undefined;
    this.kind = isShown ? kind : undefined;
    model.session.only = this.finder();
    const place = grid.selection.active;
    void grid.order();
    if (sought && model.count === 0) {
      this.kind = undefined;
      model.session.only = undefined;
      void grid.order();
    }
    grid.select({ row: Math.min(0, model.count - 1), column: place.column });
    grid.element.focus({ preventScroll: true });
    if (isShown && isTrouble(kind)) this.troubles.goToFirst(kind);
  }

  /** Shows all rows again. @param filters which leave out none, either */
  clear(filters: { clear(): void } | undefined): void {
    const { grid } = this.page;
    this.kind = undefined;
    if (grid) grid.model.session.only = undefined;
    filters?.clear();
  }

  /** The rows to show alone, found anew whenever rows are sorted and filtered. */
  finder(): (() => ReadonlySet<number>) | undefined {
    const { kind } = this;
    return kind && (() => this.rowsOf(kind));
  }

  private rowsOf(kind: CountedKind): ReadonlySet<number> {
    const { data } = this.page;
    const troubled = new Set(data.troubles.flatMap(each => (each.kind === kind ? each.at : [])));
    const state = kind === 'added' ? 'new' : kind;
    return new Set(
      data.rows.flatMap((row, index) => (row.state === state || troubled.has(row.at) ? index : [])),
    );
  }
}

const isTrouble = (kind: CountedKind): kind is TroubleKind =>
  (troubleKinds as readonly string[]).includes(kind);
