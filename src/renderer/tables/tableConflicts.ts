import type { TableColumn } from '../../model/tables/tableColumns.js';
import type { CellPlace, PageConflict, TableAct } from '../../model/tables/tableMessages.js';
import { element } from '../element.js';
import type { MenuEntry } from '../menu.js';
import { cellWords } from './cellLook.js';
import { shownRange, type ActedPage } from './actedPage.js';
import type { TableData } from './tableData.js';
import { tableStrings } from './tableStrings.js';

/** Says what two people made of a cell, or that a record is gone that one of them changed. */
export function conflictWords(
  { field, base, theirs }: PageConflict,
  { data, column, mine }: { readonly data: TableData; readonly column: TableColumn; readonly mine: unknown },
): string {
  if (field === undefined) return tableStrings.conflicts.isGone;
  const words = (value: unknown) => String(cellWords(value, column, data.namesOf) ?? tableStrings.none);
  return tableStrings.conflicts.both(words(mine), words(theirs), words(base));
}

/** Adds to a cell what others made of it; both have room in it. */
export function drawTheirs(
  cell: HTMLElement,
  { field, theirs }: PageConflict,
  column: TableColumn,
  data: TableData,
): void {
  const words = cellWords(theirs, column, data.namesOf) ?? tableStrings.none;
  const text = field === undefined ? tableStrings.conflicts.goneThere : String(words);
  const mine = element('span', { className: 'mine' }, ...cell.childNodes);
  cell.replaceChildren(mine, element('span', { className: 'theirs', text: `⇠ ${text}` }));
}

/** Lets the user decide whose values stand, of what is selected or everywhere. */
export class TableConflicts {
  constructor(
    private readonly page: ActedPage,
    private readonly act: (act: TableAct) => void,
  ) {}

  /** What can be done about the conflicts among what is selected, and about all. */
  entries(): MenuEntry[] {
    const { conflicts } = this.page.data;
    if (this.page.isLocked || conflicts.length === 0) return [];
    const { keep, take, keepAll, takeAll } = tableStrings.conflicts;
    const selected = this.selected();
    const entry = (label: string, side: 'mine' | 'theirs', cells: readonly CellPlace[]): MenuEntry => ({
      label,
      run: () => this.act({ kind: 'decide', side, cells: cells.map(({ at, field }) => ({ at, field })) }),
    });
    const own = selected.length > 0 ? [entry(keep, 'mine', selected), entry(take, 'theirs', selected)] : [];
    const all = [entry(keepAll, 'mine', conflicts), entry(takeAll, 'theirs', conflicts)];
    return [...own, ...(conflicts.length > selected.length ? all : []), 'line'];
  }

  /** The same for the active cell, if it is one of them. */
  ofActive(): MenuEntry[] {
    const { grid } = this.page;
    return this.selected().length > 0 ? this.entries().map(entry => thenFocus(entry, grid?.element)) : [];
  }

  private selected(): PageConflict[] {
    const { grid, data } = this.page;
    const { rows, fields } = shownRange(this.page);
    const columns = grid?.model.columns.map(({ name }) => name) ?? [];
    const [first] = columns;
    const shown = (field = first) => (columns.includes(field ?? '') ? field : first);
    return data.conflicts.filter(({ at, field }) => rows.includes(at) && fields.includes(shown(field) ?? ''));
  }
}

/** Gives the focus back to the grid: what was pressed goes with the conflict. */
const thenFocus = (entry: MenuEntry, grid: HTMLElement | undefined): MenuEntry =>
  entry === 'line'
    ? entry
    : {
        label: entry.label,
        run: () => {
          entry.run();
          grid?.focus({ preventScroll: true });
        },
      };
