import type { Sorting, ViewSettings } from '../../model/results/viewSettings.js';
import { cellText, type CellText } from '../../model/charts/cellText.js';
import { orderedColumns, sortOf, sortsOf } from '../../model/charts/shownTable.js';
import { columnWidths, measureGrid, type GridSizes, resizeColumns } from './columnWidths.js';
import { GridClipboard } from './gridClipboard.js';
import { listenToInput } from './gridInput.js';
import { goToPlace, gridPlace, type GridPlace } from './gridPlace.js';
import type { GridExtent, GridPosition } from './gridKeys.js';
import { markRow, cellId, emptyRow, gridElement, headerRow, positionOf, valueRow } from './gridRow.js';
import { cellEntries, columnEntries, showColumns } from './gridMenus.js';
import { GridModel, type GridColumn } from './gridModel.js';
import { GridSelection } from './gridSelection.js';
import { SelectionStatistics } from './selectionStatistics.js';
import { button, element } from '../element.js';
import { openMenu, openMenuAt, type MenuEntry } from '../menu.js';
import { RowWindow } from './rowWindow.js';
import type { Session } from '../session.js';
import { strings } from '../strings.js';

/** Pixels of a scroll bar and of the lines around a table. */
const besideRows = 20;

/** What a grid tells the view around it. */
export interface GridEvents {
  /** Which rows are shown has changed. */
  readonly onDidOrder: () => void;
  readonly onWantsFilter: (column: string) => void;
  /** Something to be said by a screen reader. */
  readonly announce: (sentence: string) => void;
}

/** A table that draws only the rows in sight; the ARIA grid pattern with one active cell. */
export class ResultGrid {
  /** The element that scrolls and takes the focus. */
  readonly element = gridElement('grid', 'grid');
  readonly model: GridModel;
  protected readonly head = gridElement('rowgroup', 'head');
  private readonly body = gridElement('rowgroup', 'body');
  readonly selection = new GridSelection();
  readonly clipboard: GridClipboard;
  readonly statistics: SelectionStatistics;
  /** What all rows have in common, above them. */
  readonly common = element('div', { className: 'largest' });
  protected sizes: GridSizes = { needed: [], rowNumber: 0, row: 0 };
  /** Pixels, one per column. */
  protected widths: number[] = [];
  private readonly room = new ResizeObserver(() => this.fit());
  private emptyRow = gridElement('row', 'row');
  private rows: RowWindow | undefined;

  constructor(
    protected readonly session: Session,
    readonly events: GridEvents,
  ) {
    this.model = new GridModel(session);
    this.clipboard = new GridClipboard(this.model, this.selection, events.announce);
    this.statistics = new SelectionStatistics(this.model, this.selection);
    const { element: grid } = this;
    grid.append(this.head, this.body);
    grid.tabIndex = 0;
    grid.setAttribute('aria-readonly', 'true');
    grid.setAttribute('aria-multiselectable', 'true');
    grid.addEventListener('contextmenu', event => this.onContextMenu(event));
    grid.addEventListener('copy', event => this.clipboard.onCopy(event));
    grid.addEventListener('focus', () => this.mark());
    resizeColumns(grid, {
      width: column => this.widths[column] ?? 0,
      preview: (column, width) => this.setWidth(column, width),
      finish: column => this.keepWidth(column),
    });
    listenToInput(grid, {
      selection: this.selection,
      extent: () => this.extent(),
      sort: column => this.sortBy(column),
      thenSort: column => this.thenSortBy(column),
      move: (column, to) => this.moveColumn(column, to),
      openMenu: () => this.openMenuAtActive(),
      onDidSelect: active => {
        if (active) this.reveal(active);
        this.mark();
      },
    });
  }

  /** Measures and draws; called once, when the element is in its document. */
  start(): void {
    const { grid: place } = this.session.look;
    this.measure();
    this.drawHeader();
    if (this.element.parentElement) this.room.observe(this.element.parentElement);
    this.rows = new RowWindow(
      {
        scroller: this.element,
        body: this.body,
        rowHeight: this.sizes.row,
        makeRow: position => this.makeRow(position),
      },
      this.model.count,
    );
    if (this.model.needsAllRows) void this.order().then(() => this.goBack(place));
    else this.goBack(place);
  }

  /** Keeps what is in sight and selected for the table that follows. */
  keepPlace(): void {
    this.session.look.grid = this.place;
  }

  /** What is in sight and selected now. */
  get place(): GridPlace {
    return gridPlace(this.element, this.selection);
  }

  private goBack(place: GridPlace | undefined): void {
    if (!place) return;
    goToPlace(place, { element: this.element, selection: this.selection, extent: this.extent() });
    this.rows?.drawAnew();
    this.mark();
  }

  /** Takes over filters and sorting. */
  async order(): Promise<void> {
    const { needsAllRows } = this.model;
    if (needsAllRows) await this.session.rows.loadAll();
    this.model.readColumns();
    this.model.sortRows();
    // The same rows in another order, or fewer of them, need no other room.
    if (needsAllRows) this.measure();
    this.drawHeader();
    this.selection.set({ row: Math.min(this.selection.active.row, 0), column: this.selection.active.column });
    this.element.scrollTop = 0;
    this.rows?.show(this.model.count);
    this.mark();
    this.events.onDidOrder();
  }

  /** Draws everything again: columns, zone or rows have changed. */
  redraw(): void {
    this.model.readColumns();
    this.measure();
    this.drawHeader();
    this.rows?.show(this.model.count);
  }

  /** Draws rows that have come. */
  showLoaded(): void {
    this.rows?.drawAnew();
  }

  /** Sorts by columns, here and in the cell; by none for undefined. */
  sort(sort: ViewSettings['sort']): void {
    this.session.change({ sort });
    const sorts = sortsOf({ sort }).map(({ column, isDescending }) => strings.sorted(column, isDescending));
    void this.order().then(() => this.events.announce(sorts.join(', ') || strings.unsorted));
  }

  /** Puts a column in the place of another, with those that are hidden between them. */
  moveColumn(column: number, to: number): void {
    const { model, session, selection } = this;
    const { columns } = model;
    const moved = columns[column];
    const target = columns[to];
    if (!moved || !target) return;
    const order = orderedColumns(session.columns, session.settings)
      .map(({ name }) => name)
      .filter(name => name !== moved.name);
    order.splice(order.indexOf(target.name) + Number(to > column), 0, moved.name);
    session.change({ order });
    selection.set({ row: selection.active.row, column: to });
    this.redraw();
    this.reveal(selection.active);
    this.events.announce(strings.movedColumn(moved.name, to + 1, columns.length));
  }

  /** Makes a column wider, or narrower by a negative number of pixels. */
  widen(column: number, pixels: number): void {
    this.setWidth(column, (this.widths[column] ?? 0) + pixels);
    this.keepWidth(column);
  }

  /** Stops listening to scrolling and resizing. */
  dispose(): void {
    this.rows?.dispose();
    this.room.disconnect();
  }

  private measure(): void {
    this.sizes = measureGrid(this.element, this.model.columns, this.session.rows.count);
  }

  protected drawHeader(): void {
    const { columns, count } = this.model;
    this.head.replaceChildren(headerRow(columns));
    this.emptyRow = emptyRow(columns);
    this.element.setAttribute('aria-rowcount', String(count + 1));
    this.element.setAttribute('aria-colcount', String(columns.length + 1));
    this.fit();
    this.mark();
    this.drawCommon();
  }

  private drawCommon(): void {
    const { model, session, common } = this;
    const { sameTime } = model;
    const isSaid = sameTime && !model.columns.some(({ index }) => index === sameTime.index);
    if (!isSaid || session.columnSettings(sameTime.name).isHidden) return common.replaceChildren();
    const { text } = cellText(sameTime.values[0], { ...sameTime, zone: session.zone });
    const show = button(strings.showColumn, () => {
      showColumns(session, [sameTime.name]);
      this.redraw();
      this.element.focus();
    });
    common.replaceChildren(element('span', { text: strings.inEveryRow(sameTime.name, text) }), show);
  }

  /** Takes the room that there is now. */
  private fit(): void {
    const { model, sizes, element } = this;
    const room = (element.parentElement?.clientWidth ?? 0) - sizes.rowNumber - besideRows;
    this.widths = columnWidths(model.columns, sizes.needed, room);
    this.layOut();
  }

  protected layOut(): void {
    const widths = [this.sizes.rowNumber, ...this.widths];
    const total = widths.reduce((sum, width) => sum + width, 0);
    const { style } = this.element;
    style.setProperty('--columns', widths.map(width => `${width}px`).join(' '));
    style.setProperty('--width', `${total}px`);
    style.setProperty('--row-height', `${this.sizes.row}px`);
  }

  protected makeRow(position: number): HTMLElement {
    const { model, selection } = this;
    this.session.rows.load(model.rowAt(position));
    const texts = model.columns.map(column => this.textOf(position, column));
    const row = valueRow(this.emptyRow, position, texts);
    const { top, bottom } = selection.rectangle;
    if (position >= top && position <= bottom) markRow(row, position, selection);
    return row;
  }

  /** What a cell shows when its row is drawn. */
  protected textOf(position: number, column: GridColumn): CellText {
    return cellText(this.model.value(position, column), column);
  }

  private extent(): GridExtent {
    const { count, columns } = this.model;
    const page = Math.max(1, Math.floor(this.visibleHeight() / this.sizes.row) - 1);
    return { rows: count, columns: columns.length, page };
  }

  private sortBy(column: number): void {
    const shown = this.model.columns[column];
    if (shown) this.sort(nextSorting(shown));
  }

  /** Sorts by a column, too: the other way where rows are sorted by it, and after that no more. */
  private thenSortBy(column: number): void {
    const shown = this.model.columns[column];
    if (!shown) return;
    const next = nextSorting(shown);
    const sorts = [...sortsOf(this.session.settings)];
    const at = sorts.findIndex(each => each.column === shown.name);
    sorts.splice(at < 0 ? sorts.length : at, 1, ...(next ? [next] : []));
    this.sort(sortOf(sorts));
  }

  private setWidth(column: number, width: number): void {
    this.widths[column] = Math.min(Math.max(width, 24), 2000);
    this.layOut();
  }

  private keepWidth(column: number): void {
    const name = this.model.columns[column]?.name;
    const width = this.widths[column];
    if (name !== undefined && width !== undefined) this.session.changeColumn(name, { width });
    this.model.readColumns();
  }

  private onContextMenu(event: MouseEvent): void {
    const position = positionOf(event.target);
    if (!position) return;
    if (!this.selection.includes(position)) this.selection.set(position);
    this.mark();
    openMenuAt(event, this.element, this.entries());
  }

  private openMenuAtActive(): void {
    const box = this.activeElement()?.getBoundingClientRect();
    openMenu(this.element, this.entries(), { x: box?.left ?? 0, y: box?.bottom ?? 0 });
  }

  protected entries(): MenuEntry[] {
    const { row, column } = this.selection.active;
    return row < 0 ? columnEntries(this, column) : cellEntries(this);
  }

  protected visibleHeight(): number {
    return this.element.clientHeight - this.head.offsetHeight;
  }

  protected reveal({ row, column }: GridPosition): void {
    const { element, sizes, widths } = this;
    if (row >= 0) {
      const top = row * sizes.row;
      const bottom = top + sizes.row - this.visibleHeight();
      element.scrollTop = Math.max(Math.min(element.scrollTop, top), bottom);
    }
    const left = widths.slice(0, column).reduce((sum, width) => sum + width, 0);
    const right = left + (widths[column] ?? 0) - (element.clientWidth - sizes.rowNumber);
    element.scrollLeft = Math.max(Math.min(element.scrollLeft, left), right);
  }

  protected activeElement(): Element | null {
    const { row, column } = this.selection.active;
    return this.element.querySelector(`#${cellId(row, column)}`);
  }

  /** Shows in all rows what is active and selected. */
  protected mark(): void {
    const { selection } = this;
    for (const header of this.head.children) markRow(header, -1, selection);
    this.rows?.forEach((element, row) => markRow(element, row, selection));
    this.element.setAttribute('aria-activedescendant', cellId(selection.active.row, selection.active.column));
    this.statistics.show();
  }
}

/** How rows are sorted by a column next: of numbers people look for the largest, of names for the first. */
function nextSorting({ name, isNumeric, sort }: GridColumn): Sorting | undefined {
  const [first, second] = isNumeric ? ['descending', 'ascending'] : ['ascending', 'descending'];
  if (sort === second) return undefined;
  return { column: name, isDescending: (sort === first ? second : first) === 'descending' };
}
