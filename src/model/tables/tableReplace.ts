import { literalPattern } from 'netsensor-contract/text/plainText';
import type { CellReader } from './cellValue.js';
import type { TableColumn } from './tableColumns.js';
import { valueText } from './tableCopy.js';
import type { CellValue, TableAction } from './tableEdits.js';
import type { Misfit } from './tablePaste.js';
import type { TableRow } from './tableText.js';

/** What is looked for in a column, and what comes in its place. */
export interface Replacement {
  /** A part of a value as it can be typed, in any case; empty for cells that hold nothing. */
  readonly find: string;
  readonly replace: string;
}

/** What replacing means: an action, and the rows, from 1, where the new value would not fit. */
export interface ReplacePlan {
  readonly action: Extract<TableAction, { kind: 'set' }>;
  readonly misfits: readonly Misfit[];
}

/**
 * Replaces a part of the values of a column, each as it can be typed; cells without it stay as they are.
 * @param rows those that are shown
 * @param read what reads the cells of the table
 */
export function replacePlan(
  rows: readonly TableRow[],
  column: TableColumn,
  { find, replace }: Replacement,
  read: CellReader,
): ReplacePlan {
  const { field } = column;
  const cells: CellValue[] = [];
  const misfits: Misfit[] = [];
  const sought = new RegExp(literalPattern(find), 'gi');
  for (const [index, { at, fields }] of rows.entries()) {
    const text = valueText(column, fields[field]);
    const typed = find === '' ? text || replace : text.replace(sought, () => replace);
    if (typed === text) continue;
    const meant = read(column, typed, fields);
    if ('problem' in meant) misfits.push({ line: index + 1, typed, problem: meant.problem });
    else cells.push({ row: at, field, value: meant.value });
  }
  return { action: { kind: 'set', cells }, misfits };
}
