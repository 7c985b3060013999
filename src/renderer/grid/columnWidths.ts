import type { ResultValue } from '../../model/query/queryResult.js';
import { element } from '../element.js';
import { cellText } from '../../model/charts/cellText.js';
import type { GridColumn } from './gridModel.js';
import { strings } from '../strings.js';
import { positionOf } from './gridRow.js';

/** Pixel sizes of a grid, measured with the fonts and the zoom that are in use. */
export interface GridSizes {
  /** What each column needs for its name and its longest values. */
  readonly needed: readonly number[];
  readonly rowNumber: number;
  readonly row: number;
}

const smallest = 48;
/** Of a column, where others need the room. */
const largest = 240;
/** Of a column, however much room there is. */
const largestOfAll = 2000;
const smallestRow = 22;
const candidates = 4;
/** Room for the signs of sorting and filtering. */
const signs = 24;

/**
 * Measures each column by its name and its longest values.
 * @param place element whose styles apply; what is put into it is taken out again
 */
export function measureGrid(place: ParentNode, columns: readonly GridColumn[], rowCount: number): GridSizes {
  const probe = element('div', { className: 'probe' });
  const add = (text: string) => probe.appendChild(element('span', { className: 'cell', text }));
  const rowNumbers = [strings.rowNumberSign, String(rowCount)].map(add);
  const headers = columns.map(({ name }) => add(name));
  const cells = columns.map(column => longest(column.values).map(value => add(cellText(value, column).text)));
  place.append(probe);
  const widest = (column: readonly HTMLElement[]) => Math.max(0, ...column.map(cell => cell.offsetWidth));
  const sizes = {
    needed: columns.map((_, index) =>
      Math.max(smallest, widest([headers[index]!]) + signs + 1, widest(cells[index]!) + 1),
    ),
    rowNumber: widest(rowNumbers) + 1,
    row: Math.max(rowNumbers[0]?.offsetHeight ?? 0, smallestRow),
  };
  probe.remove();
  return sizes;
}

/**
 * The widths of columns: what a person chose, else what each needs, of which the wide ones get no more than there is room for.
 * @param room pixels for all of them
 */
export function columnWidths(
  columns: readonly Pick<GridColumn, 'width'>[],
  needed: readonly number[],
  room: number,
): number[] {
  const widths = columns.map(({ width }, at) => width ?? Math.min(needed[at] ?? 0, largest));
  let left = room - widths.reduce((sum, width) => sum + width, 0);
  const missing = columns.map(({ width }, at) =>
    width === undefined ? Math.min(needed[at] ?? 0, largestOfAll) - widths[at]! : 0,
  );
  const cut = [...missing.keys()].filter(at => missing[at]! > 0);
  // Those that miss least first, so that what they leave is for the others.
  cut.sort((one, other) => missing[one]! - missing[other]!);
  cut.forEach((at, index) => {
    const more = Math.floor(Math.max(0, Math.min(missing[at]!, left / (cut.length - index))));
    widths[at]! += more;
    left -= more;
  });
  return widths;
}

/** The values with the longest text; a few, because a longer text may be narrower. */
function longest(values: readonly (ResultValue | undefined)[]): ResultValue[] {
  const found: { value: ResultValue; length: number }[] = [];
  for (const value of values) {
    if (value === undefined) break;
    const { length } = String(value);
    if (found.length === candidates && length <= (found.at(-1)?.length ?? 0)) continue;
    if (found.some(other => other.value === value)) continue;
    found.push({ value, length });
    found.sort((one, other) => other.length - one.length);
    found.length = Math.min(found.length, candidates);
  }
  return found.map(({ value }) => value);
}

/** What dragging the edge of a column does; widths in pixels. */
export interface ColumnResize {
  readonly width: (column: number) => number;
  readonly preview: (column: number, width: number) => void;
  readonly finish: (column: number) => void;
}

/** Lets the edges of column names be dragged. */
export function resizeColumns(grid: HTMLElement, { width, preview, finish }: ColumnResize): void {
  grid.addEventListener(
    'pointerdown',
    event => {
      const handle = event.target;
      if (!(handle instanceof HTMLElement) || handle.className !== 'resize' || event.button !== 0) return;
      const column = positionOf(handle)?.column;
      if (column === undefined) return;
      // A press on the name itself sorts.
      event.preventDefault();
      const start = { x: event.clientX, width: width(column) };
      handle.setPointerCapture(event.pointerId);
      handle.addEventListener('pointermove', move => preview(column, start.width + move.clientX - start.x));
      handle.addEventListener('lostpointercapture', () => finish(column), { once: true });
    },
    { capture: true },
  );
}
