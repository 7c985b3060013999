import type { ResultColumn, ResultValue } from '../model/queryResult.js';
import { cellText } from './cellText.js';
import { strings } from './strings.js';

/** Pixel sizes of a grid, measured with the fonts and the zoom that are in use. */
export interface GridSizes {
  /** One per column. */
  readonly columns: readonly number[];
  readonly rowNumber: number;
  readonly row: number;
}

const smallest = 48;
const largest = 360;
const smallestRow = 22;
const candidates = 4;

/**
 * Measures each column by its name and its longest values.
 * @param place element whose styles apply; what is put into it is taken out again
 */
export function measureGrid(place: ParentNode, { columns, numeric, rowCount }: MeasuredColumns): GridSizes {
  const probe = document.createElement('div');
  probe.className = 'probe';
  const texts = columns.map((column, index) => [
    column.name,
    ...longest(column.values).map(value => cellText(value, numeric[index] ?? false).text),
  ]);
  const rowNumbers = [strings.rowNumberSign, String(rowCount)].map(text => addCell(probe, text));
  const cells = texts.map(column => column.map(text => addCell(probe, text)));
  place.append(probe);
  const widest = (column: readonly HTMLElement[]) => Math.max(...column.map(cell => cell.offsetWidth));
  const sizes = {
    columns: cells.map(column => Math.min(Math.max(widest(column) + 1, smallest), largest)),
    rowNumber: widest(rowNumbers) + 1,
    row: Math.max(rowNumbers[0]?.offsetHeight ?? 0, smallestRow),
  };
  probe.remove();
  return sizes;
}

/** What is measured. */
export interface MeasuredColumns {
  readonly columns: readonly ResultColumn[];
  /** Whether each column holds numbers. */
  readonly numeric: readonly boolean[];
  readonly rowCount: number;
}

function addCell(probe: HTMLElement, text: string): HTMLElement {
  const cell = document.createElement('span');
  cell.className = 'cell';
  cell.textContent = text;
  probe.append(cell);
  return cell;
}

/** The values with the longest text; a few, because a longer text may be narrower. */
function longest(values: readonly ResultValue[]): ResultValue[] {
  const found: { value: ResultValue; length: number }[] = [];
  for (const value of values) {
    const { length } = String(value);
    if (found.length === candidates && length <= (found.at(-1)?.length ?? 0)) continue;
    if (found.some(other => other.value === value)) continue;
    found.push({ value, length });
    found.sort((one, other) => other.length - one.length);
    found.length = Math.min(found.length, candidates);
  }
  return found.map(({ value }) => value);
}
