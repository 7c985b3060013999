import type { CellText } from './cellText.js';
import { element } from '../element.js';
import { strings } from '../strings.js';
import type { GridSelection } from './gridSelection.js';

/** A column as a grid shows it. */
export interface HeaderCell {
  readonly name: string;
  readonly isNumeric: boolean;
  readonly sort: 'ascending' | 'descending' | undefined;
  readonly isFiltered: boolean;
}

/** Id of a cell within its shadow root; row -1 is the row of column names. */
export const cellId = (row: number, column: number): string =>
  row < 0 ? `head-${column}` : `cell-${row}-${column}`;

/** The cell that an element of a grid belongs to. */
export function positionOf(target: EventTarget | null): { row: number; column: number } | undefined {
  const cell = target instanceof Element ? target.closest('[role=gridcell], [role=columnheader]') : null;
  const [, head, row, column] = /^(?:head-(\d+)|cell-(\d+)-(\d+))$/.exec(cell?.id ?? '') ?? [];
  if (head !== undefined) return { row: -1, column: Number(head) };
  return row === undefined ? undefined : { row: Number(row), column: Number(column) };
}

/** The row of column names. */
export function headerRow(columns: readonly HeaderCell[]): HTMLElement {
  const row = gridElement('row', 'row header');
  row.setAttribute('aria-rowindex', '1');
  row.append(rowNumberHeader(), ...columns.map(headerCell));
  return row;
}

/** A row without values, to be copied for every row that is drawn. */
export function emptyRow(columns: readonly HeaderCell[]): HTMLElement {
  const row = gridElement('row', 'row');
  const number = gridElement('rowheader', 'cell number');
  number.setAttribute('aria-colindex', '1');
  row.append(number, ...columns.map(emptyCell));
  return row;
}

function emptyCell({ isNumeric }: HeaderCell, column: number): HTMLElement {
  const cell = gridElement('gridcell', isNumeric ? 'cell right' : 'cell');
  cell.setAttribute('aria-colindex', String(column + 2));
  cell.setAttribute('aria-selected', 'false');
  return cell;
}

/** One row of values, as a copy of an empty one. */
export function valueRow(empty: HTMLElement, row: number, texts: readonly CellText[]): HTMLElement {
  const made = empty.cloneNode(true) as HTMLElement;
  if (row % 2) made.classList.add('odd');
  made.setAttribute('aria-rowindex', String(row + 2));
  const number = made.children[0] as HTMLElement;
  number.dataset['row'] = String(row);
  number.textContent = String(row + 1);
  texts.forEach(({ text, look, hint }, column) => {
    const cell = made.children[column + 1] as HTMLElement;
    cell.id = cellId(row, column);
    cell.classList.add(look);
    cell.textContent = text;
    cell.title = hint;
  });
  return made;
}

function rowNumberHeader(): HTMLElement {
  const cell = gridElement('columnheader', 'cell number');
  cell.setAttribute('aria-colindex', '1');
  cell.setAttribute('aria-label', strings.rowNumber);
  cell.textContent = strings.rowNumberSign;
  return cell;
}

function headerCell({ name, isNumeric, sort, isFiltered }: HeaderCell, column: number): HTMLElement {
  const cell = gridElement('columnheader', isNumeric ? 'cell right' : 'cell');
  cell.id = cellId(-1, column);
  cell.setAttribute('aria-colindex', String(column + 2));
  if (sort) cell.setAttribute('aria-sort', sort);
  cell.title = isFiltered ? strings.filteredColumn(name) : name;
  const mark = sort ? (sort === 'ascending' ? ' ↑' : ' ↓') : '';
  const label = element('span', { className: 'name', text: name });
  const marks = element('span', {
    text: `${isFiltered ? ' ⧩' : ''}${mark}`,
    attributes: { 'aria-hidden': 'true' },
  });
  cell.append(label, marks, element('span', { className: 'resize', attributes: { 'aria-hidden': 'true' } }));
  return cell;
}

/** An element with a role and classes. */
export function gridElement(role: string, className: string): HTMLElement {
  return element('div', { className, attributes: { role } });
}

/** Shows in one row which cell is active and which ones are selected; row -1 is the row of column names. */
export function markRow(element: Element, row: number, selection: GridSelection): void {
  const { active, isOneCell } = selection;
  for (let column = 0; column < element.children.length - 1; column += 1) {
    const cell = element.children[column + 1]!;
    const isSelected = row >= 0 && selection.includes({ row, column });
    cell.classList.toggle('active', active.row === row && active.column === column);
    cell.classList.toggle('selected', isSelected && !isOneCell);
    // Set only where it changes: screen readers speak about every change.
    if (row >= 0 && cell.getAttribute('aria-selected') !== String(isSelected)) {
      cell.setAttribute('aria-selected', String(isSelected));
    }
  }
}
