import type { TableColumn } from '../../model/tables/tableColumns.js';
import type { PageProblem, PageRow } from '../../model/tables/tableMessages.js';
import { drawCell, drawUses } from './cellLook.js';
import type { TableData } from './tableData.js';
import { tableStrings } from './tableStrings.js';

/**
 * Draws a row as what it is, and says of its cells what they are besides their values.
 * @param drawn the row of the grid: its number, then its cells
 * @param shown where the columns of its cells stand among those of the table
 */
export function dressRow(drawn: HTMLElement, row: PageRow, data: TableData, shown: readonly number[]): void {
  drawn.classList.toggle('new', row.state === 'new');
  shown.forEach((index, at) => {
    const cell = drawn.children[at + 1] as HTMLElement;
    const column = data.columns[index]!;
    const value = row.cells[index];
    const words = data.wordsAt(row, index);
    if (column.editor.kind === 'uses') drawUses(cell, words, data.uses?.unread);
    else drawCell(cell, value, words, column);
    markCell(cell, row, { column, isFirst: at === 0, wrong: data.problemsOf(row.at, shown, at) });
  });
}

function markCell(
  cell: HTMLElement,
  row: PageRow,
  { column, isFirst, wrong }: { column: TableColumn; isFirst: boolean; wrong: readonly PageProblem[] },
): void {
  const isChanged = row.state === 'changed' && row.changed.includes(column.field);
  cell.classList.toggle('locked', column.isReadOnly);
  cell.classList.toggle('changed', isChanged);
  cell.classList.toggle('problem', wrong.length > 0);
  cell.classList.toggle('warning', wrong.length > 0 && !wrong.some(({ isError }) => isError));
  const said = [
    isChanged ? tableStrings.changed : '',
    row.state === 'new' && isFirst ? tableStrings.isNew : '',
    ...wrong.map(({ message, isError }) =>
      isError ? tableStrings.problem(message) : tableStrings.warning(message),
    ),
  ].filter(Boolean);
  if (said.length > 0) cell.setAttribute('aria-description', said.join(', '));
  if (wrong.length > 0) cell.title = wrong.map(({ message }) => message).join('\n');
}
