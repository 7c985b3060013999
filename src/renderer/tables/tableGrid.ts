import type { CellText } from '../../model/charts/cellText.js';
import type { GridPosition } from '../grid/gridKeys.js';
import { ResultGrid, type GridEvents } from '../grid/resultGrid.js';
import type { MenuEntry } from '../menu.js';
import type { Session } from '../session.js';
import { HeaderFilters } from './headerFilters.js';

/** What the grid of a table has beyond that of a result. */
export interface TableGridParts {
  /** Finishes a row that was drawn. */
  readonly dress: (row: HTMLElement, position: number) => void;
  /** What the column at a place means, beside its name. */
  readonly describe: (column: number) => string | undefined;
  /** What else can be done with the active cell. */
  readonly entries: () => readonly MenuEntry[];
  /** What else can be done with a column. */
  readonly columnEntries: (field: string) => readonly MenuEntry[];
  /** Another cell is active, or others are selected. */
  readonly onDidSelect: () => void;
}

/** The most columns that stay in sight, whose places `tables.css` knows: what a record is known by. */
const mostFrozen = 2;

const undressed: CellText = { text: '', look: 'plain', hint: '' };

/** The grid of results, as a table needs it: its first columns stay in sight, and its cells are drawn as what they hold. */
export class TableGrid extends ResultGrid {
  readonly filters: HeaderFilters;
  /** The columns that stay in sight; fewer where they would leave little room for others. */
  private frozen = 0;

  constructor(
    session: Session,
    events: GridEvents,
    private readonly parts: TableGridParts,
  ) {
    super(session, events);
    this.filters = new HeaderFilters(session, {
      onDidChange: () => void this.order(),
      leave: () => this.element.focus({ preventScroll: true }),
    });
    this.head.after(this.filters.element);
  }

  /** Makes a cell the active one, and the only one that is selected. */
  select(position: GridPosition): void {
    this.selection.set(position);
    this.reveal(position);
    this.mark();
  }

  /** Brings the active cell into sight. @returns it; `null` where there is none */
  showActive(): HTMLElement | null {
    this.reveal(this.selection.active);
    // Rows that are scrolled to are drawn a little later.
    if (!this.activeElement()) this.showLoaded();
    return this.activeElement();
  }

  /** Takes over other rows, in the order and with the filters that there are; the selection stays where it is, as far as they reach. */
  renew(): void {
    const { selection } = this;
    this.model.sortRows();
    this.redraw();
    const within = ({ row, column }: GridPosition) => ({ row: Math.min(row, this.model.count - 1), column });
    selection.anchor = within(selection.anchor);
    selection.active = within(selection.active);
    this.mark();
  }

  /** The active cell; `null` while it is out of sight. */
  override activeElement(): HTMLElement | null {
    return super.activeElement() as HTMLElement | null;
  }

  protected override drawHeader(): void {
    super.drawHeader();
    this.filters.show(this.model.columns.map(({ name }) => name));
    const [, ...headers] = this.head.firstElementChild?.children ?? [];
    headers.forEach((header, column) => {
      const meaning = this.parts.describe(column);
      if (meaning !== undefined)
        header.setAttribute('title', `${header.getAttribute('title') ?? ''}: ${meaning}`);
    });
  }

  protected override makeRow(position: number): HTMLElement {
    const row = super.makeRow(position);
    this.parts.dress(row, position);
    return row;
  }

  /** Nothing: its row is dressed at once. */
  protected override textOf(): CellText {
    return undressed;
  }

  protected override layOut(): void {
    super.layOut();
    const { element, sizes, widths } = this;
    let left = sizes.rowNumber;
    this.frozen = 0;
    for (let column = 0; column < mostFrozen; column += 1) {
      const right = left + (widths[column] ?? 0);
      if (column === this.frozen && right <= element.clientWidth / 2) this.frozen += 1;
      element.style.setProperty(`--left-${column}`, column < this.frozen ? `${left}px` : 'auto');
      left = right;
    }
  }

  protected override visibleHeight(): number {
    return super.visibleHeight() - this.filters.element.offsetHeight;
  }

  protected override reveal(position: GridPosition): void {
    const { element, widths, frozen } = this;
    const { scrollLeft } = element;
    super.reveal(position);
    if (position.column < frozen) element.scrollLeft = scrollLeft;
    const sum = (from: number, to: number) => widths.slice(from, to).reduce((all, width) => all + width, 0);
    // What is frozen lies over the columns behind it.
    const left = sum(frozen, position.column);
    if (position.column >= frozen) element.scrollLeft = Math.min(element.scrollLeft, left);
  }

  protected override entries(): MenuEntry[] {
    const { row, column } = this.selection.active;
    if (row >= 0) return [...this.parts.entries()];
    return [...super.entries(), ...this.parts.columnEntries(this.model.columns[column]?.name ?? '')];
  }

  protected override mark(): void {
    super.mark();
    this.parts.onDidSelect();
  }
}
