import type { CellText } from '../../model/charts/cellText.js';
import { element, type ElementParts } from '../element.js';
import { strings } from '../strings.js';
import type { GridColumn } from './gridModel.js';
import type { GridSelection } from './gridSelection.js';

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
export const headerRow = (columns: readonly GridColumn[]): HTMLElement =>
  gridElement('row', 'row header', { 'aria-rowindex': '1' }, rowNumberHeader(), ...columns.map(headerCell));

/** A row without values, to be copied for every row that is drawn. */
export const emptyRow = (columns: readonly GridColumn[]): HTMLElement =>
  gridElement(
    'row',
    'row',
    {},
    gridElement('rowheader', 'cell number', { 'aria-colindex': '1' }),
    ...columns.map(emptyCell),
  );

const emptyCell = ({ isNumeric }: GridColumn, column: number): HTMLElement =>
  gridElement('gridcell', isNumeric ? 'cell right' : 'cell', {
    'aria-colindex': String(column + 2),
    'aria-selected': 'false',
  });

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
    if (text !== '') cell.textContent = text;
    if (hint !== '') cell.title = hint;
  });
  return made;
}

function rowNumberHeader(): HTMLElement {
  const attributes = { 'aria-colindex': '1', 'aria-label': strings.rowNumber };
  return gridElement('columnheader', 'cell number', attributes, new Text(strings.rowNumberSign));
}

function headerCell(
  { name, isNumeric, sort, sortPlace, isFiltered }: GridColumn,
  column: number,
): HTMLElement {
  const mark = sort ? `${sort === 'ascending' ? ' ↑' : ' ↓'}${sortPlace || ''}` : '';
  const attributes = { 'aria-hidden': 'true' };
  return gridElement(
    'columnheader',
    isNumeric ? 'cell right' : 'cell',
    {
      id: cellId(-1, column),
      'aria-colindex': String(column + 2),
      'aria-sort': sort,
      title: isFiltered ? strings.filteredColumn(name) : name,
    },
    element('span', { className: 'name', text: name }),
    element('span', { text: `${isFiltered ? ' ∇' : ''}${mark}`, attributes }),
    element('span', { className: 'resize', attributes }),
  );
}

/** An element with a role and classes. */
export function gridElement(
  role: string,
  className: string,
  attributes: ElementParts['attributes'] = {},
  ...children: readonly Node[]
): HTMLElement {
  return element('div', { className, attributes: { role, ...attributes } }, ...children);
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
