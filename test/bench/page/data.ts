/** The data that is drawn; made once for the page. */
const start = Date.UTC(2026, 0, 1);
const rowCount = 100_000;
const firstRows = 2_000;
const columnCount = 12;
const pointCount = 1_000_000;

/** A list made item by item. */
export const count = <T>(length: number, make: (index: number) => T): T[] =>
  Array.from({ length }, (_, index) => make(index));

const time = (index: number) => new Date(start + index * 1000).toISOString();

function values(column: number, rows: number): (string | number)[] {
  if (column === 0) return count(rows, time);
  if (column < 4) return count(rows, row => `value ${(row * 7919) % 5000} of column ${column}`);
  return count(rows, row => (row * 104_729 * column) % 1_000_003);
}

const kind = (column: number) => (column === 0 ? 'time' : column < 4 ? 'dimension' : 'value');

/** Our output with the first rows of 100,000; all of them inline when asked for. */
const table = (rows: number) => ({
  id: 'bench',
  columns: count(columnCount, column => ({
    name: `column ${column}`,
    kind: kind(column),
    values: values(column, rows),
  })),
  rowCount: rows,
  totalRows: rowCount,
  facts: {},
  settings: { view: 'table' },
});

const wave = (index: number) => Math.round(Math.sin(index / 5000) * 1e6 + (index % 1000) * 900 + 2e6);

const chart = () => ({
  id: 'chart',
  columns: [
    { name: 'timestamp', kind: 'time', values: count(pointCount, time) },
    { name: 'bytes', kind: 'value', values: count(pointCount, wave) },
  ],
  rowCount: pointCount,
  totalRows: pointCount,
  facts: { queryType: 'timeseries', isBucketed: true },
  settings: { view: 'line' },
});

const rows = () => {
  const { columns } = table(rowCount);
  return count(rowCount, row => columns.map(column => column.values[row] ?? ''));
};

const html = (cells: readonly (string | number)[]) =>
  `<tr>${cells.map(cell => `<td>${cell}</td>`).join('')}</tr>`;

/** What an output item holds, by the name of what is measured. */
export const texts: Readonly<Record<string, string>> = {
  tableFirstPage: JSON.stringify(table(firstRows)),
  tableAllRowsInline: JSON.stringify(table(rowCount)),
  // All rows take the browser most of a minute.
  tenthAsBuiltInHtml: `<table>${rows()
    .slice(0, rowCount / 10)
    .map(html)
    .join('')}</table>`,
  tableAsBuiltInText: JSON.stringify(rows(), null, 1),
  chart: JSON.stringify(chart()),
};

/** The points of the chart as the two libraries take them, read from what the output item holds. */
export function readPoints(): { x: number; y: number }[] {
  const { columns } = JSON.parse(texts['chart'] ?? '') as { columns: { values: unknown[] }[] };
  const [times, wave] = columns;
  return (times?.values ?? []).map((time, index) => ({
    x: Date.parse(String(time)),
    y: Number(wave?.values[index]),
  }));
}
