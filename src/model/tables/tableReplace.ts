import { recordName } from 'netsensor-contract/inventory/inventoryRecord';
import { literalPattern } from 'netsensor-contract/text/plainText';
import type { KnownLists } from '../inventory/referenceProblems.js';
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

/** What replacing means: an action, what it makes of which texts, and the rows, from 1, where the new value would not fit. */
export interface ReplacePlan {
  readonly action: Extract<TableAction, { kind: 'set' }>;
  readonly changes: readonly { readonly before: string; readonly after: string }[];
  readonly misfits: readonly Misfit[];
}

/** What reads the cells of a table, and the records that they refer to as far as these are known. */
interface ReplaceParts {
  readonly read: CellReader;
  readonly lists: KnownLists;
}

/**
 * Replaces a part of the values of a column, each as it can be typed, or as the record is called that it refers to; cells
 * without it stay as they are.
 * @param rows those that are shown
 */
export function replacePlan(
  rows: readonly TableRow[],
  column: TableColumn,
  { find, replace }: Replacement,
  { read, lists }: ReplaceParts,
): ReplacePlan {
  const { field } = column;
  const cells: CellValue[] = [];
  const changes: { before: string; after: string }[] = [];
  const misfits: Misfit[] = [];
  const sought = new RegExp(literalPattern(find), 'gi');
  for (const [index, { at, fields }] of rows.entries()) {
    const text = nameText(column, fields[field], lists) ?? valueText(column, fields[field]);
    const typed = find === '' ? text || replace : text.replace(sought, () => replace);
    if (typed === text) continue;
    const meant = read(column, typed, fields);
    if ('problem' in meant) misfits.push({ line: index + 1, typed, problem: meant.problem });
    else {
      cells.push({ row: at, field, value: meant.value });
      changes.push({ before: text, after: typed });
    }
  }
  return { action: { kind: 'set', cells }, changes, misfits };
}

function nameText({ editor }: TableColumn, value: unknown, lists: KnownLists): string | undefined {
  if (editor.kind !== 'reference' || typeof value !== 'number') return undefined;
  const record = lists(editor.to)?.find(value);
  return record && recordName(editor.to, record);
}
