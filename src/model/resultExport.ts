import { printCsv } from './text/csvText.js';
import { defusedFormula } from './formulaText.js';
import type { ResultColumn, ResultTable, ResultValue } from './queryResult.js';

/** CSV text of a result with a header line; no text of a manager can run as a formula of a spreadsheet. */
export function resultCsv({ columns, rowCount }: ResultTable): string {
  const rows = Array.from({ length: rowCount }, (_, row) =>
    columns.map(({ values }) => csvCell(values[row] ?? null)),
  );
  return printCsv([columns.map(({ name }) => csvCell(name)), ...rows]);
}

/** JSON text of a result, one object per line; integers beyond 2^53 are numbers with all their digits. */
export function resultJson({ columns, rowCount }: ResultTable): string {
  const rows = Array.from({ length: rowCount }, (_, row) => {
    const fields = columns.map(column => `${JSON.stringify(column.name)}: ${jsonCell(column, row)}`);
    return `  { ${fields.join(', ')} }`;
  });
  return rows.length === 0 ? '[]\n' : `[\n${rows.join(',\n')}\n]\n`;
}

/** A negative number is no formula. */
function csvCell(value: ResultValue): string {
  if (value === null) return '';
  const text = String(value);
  const isNumber = typeof value === 'number' || /^-?\d+(\.\d+)?$/.test(text);
  return isNumber ? text : defusedFormula(text);
}

function jsonCell({ kind, values }: ResultColumn, row: number): string {
  const value = values[row] ?? null;
  const isLongInteger = kind === 'value' && typeof value === 'string' && /^-?\d{16,}$/.test(value);
  return isLongInteger ? value : JSON.stringify(value);
}
