import { spreadsheetCell, tabCell } from 'netsensor-contract/text/csvCells';
import { printCsv } from 'netsensor-contract/text/csvText';
import { isBeyondNumbers } from 'netsensor-contract/text/exactJson';
import { oneLine, unturned } from 'netsensor-contract/text/plainText';
import { firstRows, type ResultColumn, type ResultTable, type ResultValue } from '../query/queryResult.js';
import type { Caption } from './caption.js';

/** A Markdown table of the first rows, for hosts without our renderer. */
export function resultMarkdown(table: ResultTable, shownRows: number): string {
  const { columns } = table;
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const rows = firstRows(table, shownRows).map(cells =>
    line(cells.map(cell => markdownText(cellText(cell)))),
  );
  const header = line(columns.map(column => markdownText(column.name)));
  const ruler = line(columns.map(column => (column.kind === 'value' ? '--:' : '---')));
  return [header, ruler, ...rows].join('\n');
}

/** Tab-separated text of the first rows, with a header line; what is copied from there is pasted into spreadsheets. */
export function outputPlainText(table: ResultTable, shownRows: number): string {
  const line = (cells: readonly ResultValue[]) => cells.map(cell => tabCell(cell ?? 'null')).join('\t');
  const rows = [table.columns.map(({ name }) => name), ...firstRows(table, shownRows)];
  return rows.map(line).join('\n');
}

const cellText = (value: ResultValue): string => (value === null ? 'null' : String(value));

/** The same with what is said of the result above it, and below it what is not in it. */
export function captionedMarkdown(
  table: ResultTable,
  { title, subtitle, notes }: Caption,
  shownRows: number,
): string {
  const above = [`**${markdownText(title)}**`, subtitle && markdownText(subtitle)]
    .filter(Boolean)
    .join(' · ');
  return [above, resultMarkdown(table, shownRows), ...notes.map(markdownParagraph)].join('\n\n');
}

/**
 * What Markdown reads in a line: code, emphasis, strokes, formulas, cells, links and images, tags, entities, addresses, and a
 * backslash before what it makes plain (GitHub Flavored Markdown 0.29; `$` and addresses as VS Code's preview reads them, and
 * `{` as Python-Markdown, kramdown and Pandoc do, which read attributes of HTML there).
 * A hyphen, a dot, brackets alone or the underscore of `wan_ip` are read as nothing.
 */
const live =
  /\\(?=[!-/:-@[-`{-~]|$)|[`*[{~$|]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|<(?=[a-z/!?])|&(?=#?\w+;)|\/(?=\/)|\.(?<=www\.)|@(?=\w)/giu;

/** Text as Markdown that shows just it, in one line, in a cell of a table or inside of a sentence. */
export const markdownText = (text: string): string =>
  unturned(text)
    .replace(live, String.raw`\$&`)
    .replace(/[\r\n]+/g, ' ');

/** The same where a line begins: it begins neither a heading nor a list, a quotation or a line. */
export const markdownParagraph = (text: string): string =>
  markdownText(text).replace(/^\s*(\d*)(?=[-+#>=.)])/, '$1\\');

/** CSV text of a result with a header line; no text of a manager can run as a formula of a spreadsheet. */
export const resultCsv = (table: ResultTable): string =>
  printCsv(
    [table.columns.map(({ name }) => name), ...firstRows(table)].map(cells => cells.map(spreadsheetCell)),
  );

/** The same below lines with what is said of the result, which readers of CSV take for comments where they are told to. */
export const captionedCsv = (table: ResultTable, { title, subtitle, notes }: Caption): string =>
  [[title, subtitle].filter(Boolean).join(' · '), ...notes].map(commentLine).join('') + resultCsv(table);

/** Nothing parts it into cells, of which one could be a formula. */
const commentLine = (text: string): string =>
  `# ${text.replaceAll('"', "'").replace(/\s*[,;\p{Cc}]+\s*/gu, ' · ')}\n`;

/** JSON text of a result, one object per line; numbers that JavaScript does not hold are as they were sent. */
export function resultJson({ columns, rowCount }: ResultTable): string {
  const rows = Array.from({ length: rowCount }, (_, row) => {
    const fields = columns.map(column => `${JSON.stringify(column.name)}: ${jsonCell(column, row)}`);
    return `  { ${fields.join(', ')} }`;
  });
  return rows.length === 0 ? '[]\n' : `[\n${rows.join(',\n')}\n]\n`;
}

function jsonCell({ kind, values }: ResultColumn, row: number): string {
  const value = values[row] ?? null;
  // Times that were brought into a zone are ISO 8601 again.
  if (kind === 'time' && typeof value === 'string')
    return JSON.stringify(value.replace(/^(\S+) ([\d:.]+) (\S+)$/, '$1T$2$3'));
  const isNumber = kind === 'value' && typeof value === 'string' && isBeyondNumbers(value);
  return isNumber ? value : JSON.stringify(value);
}

/** A cell in a terminal: one line, and nothing that a terminal would obey. */
const terminalText = (value: ResultValue): string =>
  value === null ? 'null' : oneLine(unturned(String(value))).replace(/\p{Cf}/gu, '\ufffd');

/** Characters of a column; what is longer goes over its end. */
const widest = 60;

/** A result as lines for a terminal, in columns: numbers to the right. What is said of it stands above, what is not in it below. */
export function resultLines(table: ResultTable, { title, subtitle, notes }: Caption): string {
  const rows = firstRows(table).map(cells => cells.map(terminalText));
  const names = table.columns.map(({ name }) => terminalText(name));
  const widths = names.map((name, at) => {
    const longest = rows.reduce((length, cells) => Math.max(length, cells[at]?.length ?? 0), name.length);
    return Math.min(widest, longest);
  });
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, at) => {
        const isNumber = table.columns[at]?.kind === 'value';
        return isNumber ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0);
      })
      .join('  ')
      .trimEnd();
  const ruler = widths.map(width => '─'.repeat(width)).join('  ');
  const body = rows.length === 0 ? [] : [line(names), ruler, ...rows.map(line)];
  return [
    [title, subtitle].filter(Boolean).map(terminalText).join(' · '),
    ...body,
    ...notes.map(terminalText),
  ].join('\n');
}
