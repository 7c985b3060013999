import type { GridModel } from './gridModel.js';
import type { GridSelection, Rectangle } from './gridSelection.js';
import { spreadsheetCell, tabCell } from 'netsensor-contract/text/csvCells';
import { strings } from '../strings.js';

/** Copies what is selected in a grid. */
export class GridClipboard {
  constructor(
    private readonly model: GridModel,
    private readonly selection: GridSelection,
    private readonly announce: (sentence: string) => void,
  ) {}

  /** The answer to the keys for copying: one cell alone, several with the names of their columns. */
  onCopy(event: ClipboardEvent): void {
    const { selection, model } = this;
    if (selection.isOneCell && document.getSelection()?.toString()) return;
    event.preventDefault();
    event.stopPropagation();
    const { row, column } = selection.active;
    // Rows that have not come yet cannot be put on the clipboard while the key is pressed.
    if (!selection.isOneCell && !model.session.rows.isComplete) return void this.copy(cellsWithHeaders);
    const text = selection.isOneCell
      ? plainValue(model, row, column)
      : cellsWithHeaders(model, selection.rectangle);
    event.clipboardData?.setData('text/plain', text);
    this.announceCopy();
  }

  /** Copies through the editor. */
  async copy(print: typeof cellsAsText): Promise<void> {
    const { session } = this.model;
    const { rectangle } = this.selection;
    if (!(await session.rows.loadAll())) return this.announce(strings.gone);
    const text = print(this.model, rectangle);
    if (session.isConnected) session.post({ type: 'copy', text });
    else await navigator.clipboard.writeText(text);
    this.announceCopy();
  }

  private announceCopy(): void {
    const { top, bottom, left, right } = this.selection.rectangle;
    this.announce(strings.copied((bottom - top + 1) * (right - left + 1)));
  }
}

/** The cells of a selection parted by tabs, for a spreadsheet, which runs none of them as a formula. */
export function cellsAsText(model: GridModel, { top, bottom, left, right }: Rectangle): string {
  const columns = model.columns.slice(left, right + 1);
  const first = Math.max(top, 0);
  const lines = Array.from({ length: bottom - first + 1 }, (_, index) =>
    columns.map(column => tabCell(model.value(first + index, column) ?? '')).join('\t'),
  );
  return lines.join('\n');
}

/** The same with the names of the columns above. */
export function cellsWithHeaders(model: GridModel, rectangle: Rectangle): string {
  const names = model.columns.slice(rectangle.left, rectangle.right + 1).map(({ name }) => tabCell(name));
  return `${names.join('\t')}\n${cellsAsText(model, rectangle)}`;
}

/** One value with its own lines and tabs, of which a spreadsheet makes cells of their own. */
function plainValue(model: GridModel, row: number, column: number): string {
  const shown = model.columns[column];
  if (!shown) return '';
  const value = row < 0 ? shown.name : (model.value(row, shown) ?? 'null');
  return String(value).replace(/[^\t\r\n]+/g, part => spreadsheetCell(part));
}
