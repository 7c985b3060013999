import type { ResultTable } from '../model/queryResult.js';
import { isNumericColumn } from './cellText.js';
import { measureGrid, type GridSizes } from './columnWidths.js';
import { moveByKey, type GridPosition } from './gridKeys.js';
import { cellId, gridElement, headerRow, valueRow } from './gridRow.js';
import { RowWindow } from './rowWindow.js';

/** A table of at least one row that draws only the rows in sight; the ARIA grid pattern with one active cell. */
export class ResultGrid {
  /** The element that scrolls and takes the focus. */
  readonly element = gridElement('grid', 'grid');
  private readonly body = gridElement('rowgroup', 'body');
  private readonly header: HTMLElement;
  private readonly numeric: readonly boolean[];
  private active: GridPosition = { row: 0, column: 0 };
  private sizes: GridSizes = { columns: [], rowNumber: 0, row: 0 };
  private rows: RowWindow | undefined;

  constructor(private readonly table: ResultTable) {
    this.numeric = table.columns.map(isNumericColumn);
    this.header = headerRow(table.columns, this.numeric);
    const headerGroup = gridElement('rowgroup', 'head');
    headerGroup.append(this.header);
    this.element.append(headerGroup, this.body);
    this.element.tabIndex = 0;
    this.element.setAttribute('aria-rowcount', String(table.rowCount + 1));
    this.element.setAttribute('aria-colcount', String(table.columns.length + 1));
    this.element.setAttribute('aria-readonly', 'true');
    this.element.addEventListener('keydown', event => this.onKey(event));
    this.element.addEventListener('pointerdown', event => this.onPointer(event));
    this.element.addEventListener('copy', event => this.onCopy(event));
    this.element.addEventListener('focus', () => this.markActive());
  }

  /** Measures and draws; called once, when the element is in its document. */
  start(): void {
    const { columns, rowCount } = this.table;
    this.sizes = measureGrid(this.element, { columns, numeric: this.numeric, rowCount });
    const widths = [this.sizes.rowNumber, ...this.sizes.columns];
    const total = widths.reduce((sum, width) => sum + width, 0);
    this.element.style.setProperty('--columns', widths.map(width => `${width}px`).join(' '));
    this.element.style.setProperty('--width', `${total}px`);
    this.element.style.setProperty('--row-height', `${this.sizes.row}px`);
    this.rows = new RowWindow({
      scroller: this.element,
      body: this.body,
      count: rowCount,
      rowHeight: this.sizes.row,
      makeRow: row => valueRow(columns, { row, numeric: this.numeric }),
      onDidDraw: () => this.markActive(),
    });
  }

  /** Stops listening to scrolling and resizing. */
  dispose(): void {
    this.rows?.dispose();
  }

  private onKey(event: KeyboardEvent): void {
    const isCopy = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'c';
    // The editor would copy the notebook cell; the copy event that follows is ours.
    if (isCopy) event.stopPropagation();
    const page = Math.max(1, Math.floor(this.visibleHeight() / this.sizes.row) - 1);
    const extent = { rows: this.table.rowCount, columns: this.table.columns.length, page };
    const to = moveByKey(this.active, event, extent);
    if (!to) return;
    event.preventDefault();
    event.stopPropagation();
    this.active = to;
    this.reveal(to);
    this.markActive();
  }

  private onPointer(event: PointerEvent): void {
    const cell = event.target instanceof Element ? event.target.closest('[role=gridcell]') : null;
    const [, row, column] = /^cell-(\d+)-(\d+)$/.exec(cell?.id ?? '') ?? [];
    if (row === undefined || column === undefined) return;
    this.active = { row: Number(row), column: Number(column) };
    this.markActive();
  }

  private onCopy(event: ClipboardEvent): void {
    if (document.getSelection()?.toString()) return;
    const value = this.table.columns[this.active.column]?.values[this.active.row] ?? null;
    event.clipboardData?.setData('text/plain', String(value));
    event.preventDefault();
    event.stopPropagation();
  }

  private visibleHeight(): number {
    return this.element.clientHeight - this.header.offsetHeight;
  }

  private reveal({ row, column }: GridPosition): void {
    const { element, sizes } = this;
    const top = row * sizes.row;
    const bottom = top + sizes.row - this.visibleHeight();
    element.scrollTop = Math.max(Math.min(element.scrollTop, top), bottom);
    const left = sizes.columns.slice(0, column).reduce((sum, width) => sum + width, 0);
    const right = left + (sizes.columns[column] ?? 0) - (element.clientWidth - sizes.rowNumber);
    element.scrollLeft = Math.max(Math.min(element.scrollLeft, left), right);
  }

  private markActive(): void {
    const id = cellId(this.active.row, this.active.column);
    for (const cell of this.body.querySelectorAll('.active'))
      if (cell.id !== id) cell.classList.remove('active');
    this.body.querySelector(`#${id}`)?.classList.add('active');
    this.element.setAttribute('aria-activedescendant', id);
  }
}
