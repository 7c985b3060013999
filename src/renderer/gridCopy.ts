import type { GridModel } from './grid/gridModel.js';
import type { Rectangle } from './grid/gridSelection.js';

/** The cells of a selection as they were sent, parted by tabs, for a spreadsheet. */
export function cellsAsText(model: GridModel, { top, bottom, left, right }: Rectangle): string {
  const columns = model.columns.slice(left, right + 1);
  const lines: string[] = [];
  for (let position = Math.max(top, 0); position <= bottom; position += 1) {
    lines.push(columns.map(column => tabText(model.value(position, column) ?? '')).join('\t'));
  }
  return lines.join('\n');
}

/** The same with the names of the columns above. */
export function cellsWithHeaders(model: GridModel, rectangle: Rectangle): string {
  const names = model.columns.slice(rectangle.left, rectangle.right + 1).map(({ name }) => tabText(name));
  return `${names.join('\t')}\n${cellsAsText(model, rectangle)}`;
}

/** One value as it was sent. */
export function plainValue(model: GridModel, row: number, column: number): string {
  const shown = model.columns[column];
  if (!shown) return '';
  return row < 0 ? shown.name : String(model.value(row, shown) ?? null);
}

const tabText = (value: unknown) => String(value).replace(/[\t\r\n]/g, ' ');
