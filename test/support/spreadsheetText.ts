import fc from 'fast-check';

/** What a spreadsheet adds to a table, or takes away, when it writes it as text. */
export interface SpreadsheetHabits {
  readonly delimiter: string;
  readonly lineEnd: string;
  readonly hasMark: boolean;
  readonly namesDelimiter: boolean;
  readonly quotesAll: boolean;
  /** Delimiters at the ends of all lines. */
  readonly emptyColumns: number;
  /** Per row, in turn: as it is, without the empty cells at its end, or followed by an empty line or one of delimiters. */
  readonly ways: readonly ('whole' | 'short' | 'emptyLine' | 'delimiters')[];
  readonly header: (name: string) => string;
}

/** How spreadsheets write tables, whatever their language and make. */
export const spreadsheetHabits: fc.Arbitrary<SpreadsheetHabits> = fc.record({
  delimiter: fc.constantFrom(',', ';', '\t', '|'),
  lineEnd: fc.constantFrom('\n', '\r\n', '\r'),
  hasMark: fc.boolean(),
  namesDelimiter: fc.boolean(),
  quotesAll: fc.boolean(),
  emptyColumns: fc.nat(3),
  ways: fc.array(fc.constantFrom('whole', 'short', 'emptyLine', 'delimiters'), {
    minLength: 1,
    maxLength: 4,
  }),
  header: fc.constantFrom(
    (name: string) => name,
    (name: string) => name.toUpperCase(),
    (name: string) => ` ${name.replaceAll('_', ' ')}\u00a0`,
    (name: string) => name.charAt(0).toUpperCase() + name.slice(1),
  ),
});

/** The text of a table, its first row with the names of the columns, as a spreadsheet of some habits writes it. */
export function spreadsheetText(
  [names = [], ...rows]: readonly (readonly string[])[],
  habits: SpreadsheetHabits,
): string {
  const { delimiter, lineEnd, quotesAll, emptyColumns, ways } = habits;
  const quoted = (cell: string) =>
    quotesAll || /["\r\n]/.test(cell) || cell.includes(delimiter) ? `"${cell.replaceAll('"', '""')}"` : cell;
  const line = (cells: readonly string[]) =>
    [...cells.map(quoted), ...Array.from({ length: emptyColumns }, () => '')].join(delimiter);
  const lines = rows.flatMap((cells, index) => {
    const way = ways[index % ways.length];
    const last = cells.findLastIndex(cell => cell !== '') + 1;
    if (way === 'short') return [cells.slice(0, last).map(quoted).join(delimiter)];
    if (way === 'emptyLine') return [line(cells), ''];
    return way === 'delimiters' ? [delimiter.repeat(cells.length), line(cells)] : [line(cells)];
  });
  const first = habits.namesDelimiter ? [`sep=${delimiter}`] : [];
  const text = [...first, line(names.map(habits.header)), ...lines, ''].join(lineEnd);
  return habits.hasMark ? `\ufeff${text}` : text;
}
