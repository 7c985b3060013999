import type { ResultTable, ResultValue } from './queryResult.js';

/** A Markdown table of the first rows, for hosts without our renderer. */
export function resultMarkdown({ columns, rowCount }: ResultTable, shownRows: number): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const rows = Array.from({ length: Math.min(rowCount, shownRows) }, (_, row) =>
    line(columns.map(column => markdownCell(column.values[row] ?? null))),
  );
  const header = line(columns.map(column => markdownCell(column.name)));
  const ruler = line(columns.map(column => (column.kind === 'value' ? '--:' : '---')));
  return [header, ruler, ...rows].join('\n');
}

/** Tab-separated text of the first rows, with a header line. */
export function resultPlainText({ columns, rowCount }: ResultTable, shownRows: number): string {
  const line = (cells: readonly ResultValue[]) =>
    cells.map(cell => cellText(cell).replace(/\p{Cc}/gu, ' ')).join('\t');
  const rows = Array.from({ length: Math.min(rowCount, shownRows) }, (_, row) =>
    line(columns.map(column => column.values[row] ?? null)),
  );
  return [line(columns.map(column => column.name)), ...rows].join('\n');
}

const cellText = (value: ResultValue): string => (value === null ? 'null' : String(value));

/** Escaped so that no value of a manager becomes markup or a link. */
function markdownCell(value: ResultValue): string {
  return cellText(value)
    .replace(
      /[\\`*_{}[\]()<>#+!|~&$@-]|:(?=\/\/)|\.(?<=www\.)/gi,
      character => `&#${character.charCodeAt(0)};`,
    )
    .replace(/[\r\n]+/g, ' ');
}
