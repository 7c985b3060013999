import { fieldText, guardedText, partsOf, printTabCells } from 'netsensor-contract/text/csvCells';
import type { RecordFields } from '../inventory/recordText.js';
import type { TableColumn } from './tableColumns.js';

/** A value as it can be typed, so that it means the same again; empty for none, and of a secret. */
export function valueText({ editor: { kind } }: Pick<TableColumn, 'editor'>, value: unknown): string {
  if (kind === 'secret') return '';
  const text = fieldText(value);
  const isTold =
    !Array.isArray(value) || (text !== '' && JSON.stringify(partsOf(text)) === JSON.stringify(value));
  return isTold ? text : JSON.stringify(value);
}

/** Cells for the clipboard of a spreadsheet, which runs none of them as a formula. */
export const copiedCells = (columns: readonly TableColumn[], rows: readonly RecordFields[]): string =>
  printTabCells(
    rows.map(row =>
      columns.map(column => {
        const text = valueText(column, row[column.field]);
        return typeof row[column.field] === 'number' ? text : guardedText(text);
      }),
    ),
  );

/** The same below the names of the fields, by which they are pasted into their columns wherever these stand. */
export const copiedNamedCells = (columns: readonly TableColumn[], rows: readonly RecordFields[]): string =>
  `${printTabCells([columns.map(({ field }) => guardedText(field))])}\n${copiedCells(columns, rows)}`;

/** The same as a list of objects in JSON, without secrets. */
export function copiedJson(columns: readonly TableColumn[], rows: readonly RecordFields[]): string {
  const shown = columns.filter(({ editor }) => editor.kind !== 'secret');
  const records = rows.map(row =>
    Object.fromEntries(
      shown.flatMap(({ field }) => (Object.hasOwn(row, field) ? [[field, row[field]] as const] : [])),
    ),
  );
  return `${JSON.stringify(records, null, 2)}\n`;
}
