import type { ResultColumn } from '../model/queryResult.js';
import { cellText } from './cellText.js';
import { strings } from './strings.js';

/** Id of a cell within its shadow root. */
export const cellId = (row: number, column: number): string => `cell-${row}-${column}`;

/** The row of column names. */
export function headerRow(columns: readonly ResultColumn[], numeric: readonly boolean[]): HTMLElement {
  const row = gridElement('row', 'row header');
  row.setAttribute('aria-rowindex', '1');
  row.append(
    rowNumberHeader(),
    ...columns.map(({ name }, index) =>
      headerCell(name, { column: index + 2, className: numeric[index] ? 'cell right' : 'cell' }),
    ),
  );
  return row;
}

/** One row of values. */
export function valueRow(
  columns: readonly ResultColumn[],
  { row, numeric }: { row: number; numeric: readonly boolean[] },
): HTMLElement {
  const element = gridElement('row', row % 2 ? 'row odd' : 'row');
  element.setAttribute('aria-rowindex', String(row + 2));
  const number = gridElement('rowheader', 'cell number');
  number.setAttribute('aria-colindex', '1');
  number.textContent = String(row + 1);
  const cells = columns.map(({ values }, column) => {
    const isNumeric = numeric[column] ?? false;
    const { text, look, hint } = cellText(values[row] ?? null, isNumeric);
    const cell = gridElement('gridcell', ['cell', isNumeric && 'right', look].filter(Boolean).join(' '));
    cell.id = cellId(row, column);
    cell.setAttribute('aria-colindex', String(column + 2));
    cell.textContent = text;
    cell.title = hint;
    return cell;
  });
  element.append(number, ...cells);
  return element;
}

function rowNumberHeader(): HTMLElement {
  const cell = headerCell(strings.rowNumberSign, { column: 1, className: 'cell number' });
  cell.setAttribute('aria-label', strings.rowNumber);
  return cell;
}

function headerCell(name: string, { column, className }: { column: number; className: string }): HTMLElement {
  const cell = gridElement('columnheader', className);
  cell.setAttribute('aria-colindex', String(column));
  cell.textContent = name;
  cell.title = name;
  return cell;
}

/** An element with a role and classes. */
export function gridElement(role: string, className: string): HTMLElement {
  const element = document.createElement('div');
  element.setAttribute('role', role);
  element.className = className;
  return element;
}
