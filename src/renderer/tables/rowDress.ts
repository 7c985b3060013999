import type { TableColumn } from '../../model/tables/tableColumns.js';
import type { PageProblem, PageRow } from '../../model/tables/tableMessages.js';
import { drawCell, drawUses } from './cellLook.js';
import { conflictWords, drawTheirs } from './tableConflicts.js';
import type { KnownRow, TableData } from './tableData.js';
import { tableStrings } from './tableStrings.js';

/**
 * Draws a row as what it is, and says of its cells what they are besides their values.
 * @param drawn a new row of the grid: its number, then its cells, in which nothing is yet
 * @param shown where the columns of its cells stand among those of the table
 */
export function dressRow(drawn: HTMLElement, row: KnownRow, data: TableData, shown: readonly number[]): void {
  const typed = data.typed.get(row.record);
  if (row.state === 'new') drawn.classList.add('new');
  shown.forEach((index, at) => {
    const cell = drawn.children[at + 1] as HTMLElement;
    const column = data.columns[index]!;
    const value = row.cells[index];
    const words = data.wordsAt(row, index);
    const coming = typed?.get(column.field);
    if (coming !== undefined) return drawComing(cell, coming);
    if (column.editor.kind === 'uses') drawUses(cell, words, data.uses?.unread);
    else drawCell(cell, value, words, column);
    const conflict = data.conflictOf(row.at, shown, at);
    if (conflict) drawTheirs(cell, conflict, column, data);
    markCell(cell, row, {
      column,
      isFirst: at === 0,
      wrong: data.problemsOf(row.at, shown, at),
      both: conflict && conflictWords(conflict, { data, column, mine: value }),
    });
  });
}

/** Draws what was typed while it is on its way into the text. */
function drawComing(cell: HTMLElement, typed: string): void {
  cell.textContent = typed;
  cell.classList.add('coming');
  cell.setAttribute('aria-busy', 'true');
}

interface MarkedCell {
  readonly column: TableColumn;
  /** Whether it is the first of its row, which stands for the record. */
  readonly isFirst: boolean;
  readonly wrong: readonly PageProblem[];
  /** What two people made of it. */
  readonly both: string | undefined;
}

function markCell(cell: HTMLElement, row: PageRow, { column, isFirst, wrong, both }: MarkedCell): void {
  const isChanged = row.state === 'changed' && row.changed.includes(column.field);
  if (column.isReadOnly) cell.classList.add('locked');
  if (isChanged) cell.classList.add('changed');
  // Most cells have nothing else to say, and many are drawn while one scrolls.
  if (!isChanged && row.state !== 'new' && wrong.length === 0 && both === undefined) return;
  if (wrong.length > 0) cell.classList.add('problem');
  if (wrong.length > 0 && !wrong.some(({ isError }) => isError)) cell.classList.add('warning');
  if (both !== undefined) cell.classList.add('conflict');
  const said = [
    both === undefined ? '' : tableStrings.conflict(both),
    isChanged ? tableStrings.changed : '',
    row.state === 'new' && isFirst ? tableStrings.isNew : '',
    ...wrong.map(({ message, isError }) =>
      isError ? tableStrings.problem(message) : tableStrings.warning(message),
    ),
  ].filter(Boolean);
  if (said.length > 0) cell.setAttribute('aria-description', said.join(', '));
  const titles = [...(both === undefined ? [] : [both]), ...wrong.map(({ message }) => message)];
  if (titles.length > 0) cell.title = titles.join('\n');
}
